'use client';

import { useMutation } from '@tanstack/react-query';
import { isTerminal } from '@weftwork/schema';
import { ArrowUpRight, Download, Radio, Square, UserRound, X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { artifactUrl, cancelRun } from '../api/client';
import type { NodeRunStatus, Run, RunError } from '../api/types';
import type { RunStream } from '../api/use-run-stream';
import { nodeName } from '../canvas/node-card';
import { inOneText, useErrorWords, useProblemWords } from '../i18n/problem-words';
import { type OpenTask, tasksOfView } from '../inbox/open-tasks';
import { TaskAnswer } from '../inbox/task-answer';
import { nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { Button, IconButton } from '../ui/button';
import { StatusBadge } from '../ui/status-badge';
import { Elapsed } from '../ui/time';
import { useEditor } from './editor-store';
import './run-bar.css';

/** The shown run in a line: status, time, progress, what waits for a person, and how to leave it. */
export function RunBar(props: {
  stream: RunStream;
  onClose: () => void;
  onGoToNode: (nodeId: string) => void;
}) {
  const t = useTranslations('canvas');
  const { stream, onClose } = props;
  const { view, connection, error } = stream;
  const errorWords = useErrorWords();
  const [open, setOpen] = useState<string>();
  const cancel = useMutation({ mutationFn: (id: string) => cancelRun(id) });
  if (!view) {
    return (
      <div className="runbar" role="status">
        <span className="ell">{error ? errorWords(error).lead : t('run.loading')}</span>
        <span className="sp" />
        <CloseRun onClose={onClose} />
      </div>
    );
  }
  const { run } = view;
  const ended = isTerminal(run.status);
  const tasks = tasksOfView(view);
  const task = tasks.find((each) => each.key === open);
  const started = run.startedAt ?? run.createdAt;
  const runHref = `/runs/${encodeURIComponent(run.id)}`;
  const lost = connection.state === 'lost';
  return (
    <>
      <div className="runbar">
        <span role="status">
          <StatusBadge status={run.status} />
        </span>
        {started ? (
          <span className="mono">
            <Elapsed from={started} to={ended ? (run.endedAt ?? started) : null} />
          </span>
        ) : null}
        <Progress view={view} counted={!run.error} />
        {run.error ? <Why error={run.error} onGoToNode={props.onGoToNode} /> : null}
        {lost ? (
          <span className="run-lost" role="status">
            {t('run.lost')}{' '}
            <button type="button" className="link" onClick={stream.retryNow}>
              {t('run.retry')}
            </button>
          </span>
        ) : null}
        <span className="sp" />
        {tasks.slice(0, MAX_TASKS).map((each) => (
          <TaskButton
            key={each.key}
            task={each}
            open={open === each.key}
            onClick={() => setOpen(open === each.key ? undefined : each.key)}
          />
        ))}
        {tasks.length > MAX_TASKS ? (
          <Link className="btn ghost sm" href={runHref}>
            {t('run.moreTasks', { count: tasks.length - MAX_TASKS })}
          </Link>
        ) : null}
        <Files artifacts={run.artifacts} runHref={runHref} />
        <Link className="btn ghost sm" href={runHref}>
          <ArrowUpRight className="i" aria-hidden />
          <span className="run-word">{t('run.open')}</span>
        </Link>
        {ended ? (
          <CloseRun onClose={onClose} />
        ) : (
          <Button
            size="small"
            danger
            off={cancel.isPending || run.status === 'cancel_requested'}
            onClick={() => cancel.mutate(run.id)}
          >
            <Square className="i" aria-hidden />
            <span className="run-word">{t('run.cancel')}</span>
          </Button>
        )}
      </div>
      {task ? <Answer task={task} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

const useNodeName = (nodeId: string) => useEditor((state) => nodeName(state.document.graph, nodeId));

function TaskButton({ task, open, onClick }: { task: OpenTask; open: boolean; onClick: () => void }) {
  const t = useTranslations('canvas');
  const name = useNodeName(task.nodeId);
  const isSignal = task.kind === 'signal';
  const Icon = isSignal ? Radio : UserRound;
  return (
    <Button size="small" className="run-task" aria-expanded={open} onClick={onClick}>
      <Icon className="i" aria-hidden />
      <span className="ell">{t(isSignal ? 'run.awaits' : 'run.answer', { name })}</span>
    </Button>
  );
}

function Answer({ task, onClose }: { task: OpenTask; onClose: () => void }) {
  const t = useTranslations('canvas');
  const name = useNodeName(task.nodeId);
  return (
    <section className="run-answer panel" aria-label={t('run.answer', { name })}>
      <IconButton label={t('run.closeAnswer')} size="small" className="run-answer-close" onClick={onClose}>
        <X className="i" aria-hidden />
      </IconButton>
      <TaskAnswer task={task} nodeName={name} />
    </section>
  );
}

/** Why the run failed; pressing it leads to the node that did, wherever it stands. */
function Why({ error, onGoToNode }: { error: RunError; onGoToNode: (nodeId: string) => void }) {
  const t = useTranslations('canvas');
  const words = useProblemWords('errors')(error);
  const graph = useEditor((state) => state.document.graph);
  const { nodeId } = error;
  const text = <span>{words.lead}</span>;
  if (nodeId === undefined || !graph.nodes.some(({ id }) => id === nodeId)) {
    return (
      <span className="run-why" title={inOneText(words)}>
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="run-why"
      title={inOneText(words)}
      aria-label={t('run.why', { name: nodeName(graph, nodeId), message: words.lead })}
      onClick={() => onGoToNode(nodeId)}
    >
      {text}
    </button>
  );
}

/** More tasks than this are answered on the page of the run. */
const MAX_TASKS = 2;

/** More files than this are found on the page of the run. */
const MAX_FILES = 2;

function Files({ artifacts, runHref }: { artifacts: Run['artifacts']; runHref: string }) {
  const t = useTranslations('canvas');
  const more = artifacts.length - MAX_FILES;
  return (
    <>
      {artifacts.slice(0, MAX_FILES).map(({ artifactId, name }) => (
        <a
          key={artifactId}
          className="btn sm run-file"
          href={artifactUrl(artifactId)}
          download={name}
          title={t('run.download', { name })}
        >
          <Download className="i" aria-hidden />
          <span className="ell">{name}</span>
        </a>
      ))}
      {more > 0 ? (
        <Link className="btn ghost sm" href={runHref}>
          {t('run.moreFiles', { count: more })}
        </Link>
      ) : null}
    </>
  );
}

function CloseRun({ onClose }: { onClose: () => void }) {
  const t = useTranslations('canvas');
  return (
    <IconButton label={t('run.close')} size="small" onClick={onClose}>
      <X className="i" aria-hidden />
    </IconButton>
  );
}

/** More nodes than this say more as numbers. */
const MAX_DOTS = 24;

const ENDED: ReadonlySet<string> = new Set<NodeRunStatus>(['completed', 'failed', 'skipped', 'cancelled']);

/** How far the run has come: a dot for each node of a small graph, and the numbers if they are wanted. */
function Progress({ view, counted }: { view: RunView; counted: boolean }) {
  const t = useTranslations('canvas');
  const nodes = useEditor((state) => state.document.graph.nodes);
  const states = nodeStates(view);
  const statuses = nodes.map(({ id }) => ({ id, status: states.get(id)?.status ?? 'idle' }));
  const done = statuses.filter(({ status }) => ENDED.has(status)).length;
  return (
    <>
      {nodes.length > MAX_DOTS ? null : (
        <span className="prog" aria-hidden>
          {statuses.map(({ id, status }) => (
            <i key={id} className={`p-${status}`} />
          ))}
        </span>
      )}
      {counted ? <span className="mut">{t('run.progress', { done, total: nodes.length })}</span> : null}
    </>
  );
}
