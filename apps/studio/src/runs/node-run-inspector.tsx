'use client';

import { pathStep } from '@weftwork/expressions';
import { ExternalLink } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type Ref, useState } from 'react';
import type { EventEnvelope, NodeRun } from '../api/types';
import type { RunView } from '../run-state/run-view';
import { laneKey } from '../run-state/timeline';
import { JsonViewer } from '../ui/json-viewer';
import { NodeIcon } from '../ui/node-icon';
import { ProblemText } from '../ui/problem-text';
import { StatusBadge } from '../ui/status-badge';
import { Tabs } from '../ui/tabs';
import { Time } from '../ui/time';
import { ArtifactList } from './artifact-list';
import { iterationText, type NodeNames } from './node-names';
import { useSkipWords } from './skip-words';
import { SpilledViewer } from './spilled-viewer';

export interface InspectorProps {
  readonly ref?: Ref<HTMLElement>;
  /** Node and iteration, as `laneKey` writes them. */
  readonly lane: string;
  readonly view: RunView;
  readonly names: NodeNames;
  readonly log: readonly EventEnvelope[];
  /** Leads to the field an error is about, where its node can be edited. */
  readonly onGoToField?: (field: string) => void;
}

type TabId = 'values' | 'attempts' | 'log' | 'artifacts';

/** One step in one iteration: what went in, what came out, each attempt, its log and files. */
export function NodeRunInspector({ ref, lane, view, names, log, onGoToField }: InspectorProps) {
  const t = useTranslations('runs');
  const [tab, setTab] = useState<TabId>('values');
  const [attempt, setAttempt] = useState<number>();
  const attempts = [...view.nodeRuns.values()]
    .filter((one) => laneKey(one.nodeId, one.iterationPath) === lane)
    .sort((a, b) => a.attempt - b.attempt);
  const shown = attempts.find((one) => one.attempt === attempt) ?? attempts.at(-1);
  if (!shown) return null;
  const lines = log.filter(
    (event) => event.type === 'node.log' && laneKey(event.nodeId ?? '', event.iterationPath) === lane,
  );
  const artifacts = shown.artifacts ?? [];
  return (
    <section className="panel inspector" ref={ref}>
      <header className="ih">
        <NodeIcon type={names.type(shown.nodeId)} big />
        <div className="ih-text">
          <h2 className="ell">
            {names.name(shown.nodeId)}{' '}
            {shown.iterationPath?.length ? (
              <span className="mut t12">{t('iteration', { n: iterationText(shown.iterationPath) })}</span>
            ) : null}
          </h2>
          <span className="t11 mut">
            <code>{shown.nodeId}</code>
            {shown.startedAt ? (
              <>
                {' · '}
                <Time at={shown.startedAt} />
              </>
            ) : null}
          </span>
        </div>
        <StatusBadge status={shown.status} pill />
      </header>
      {attempts.length > 1 ? <AttemptRow attempts={attempts} shown={shown} onChoose={setAttempt} /> : null}
      <Tabs<TabId>
        label={t('tabs.label')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'values',
            label: t('tabs.values'),
            panel: <Values nodeRun={shown} names={names} onGoToField={onGoToField} />,
          },
          {
            id: 'attempts',
            label: <Counted word={t('tabs.attempts')} count={attempts.length} />,
            panel: <AttemptList attempts={attempts} />,
          },
          {
            id: 'log',
            label: <Counted word={t('tabs.log')} count={lines.length} />,
            panel: <LogLines lines={lines} />,
          },
          {
            id: 'artifacts',
            label: <Counted word={t('artifacts')} count={artifacts.length} />,
            panel:
              artifacts.length > 0 ? (
                <ArtifactList artifacts={artifacts} />
              ) : (
                <p className="mut pad12">{t('noArtifacts')}</p>
              ),
          },
        ]}
      />
    </section>
  );
}

function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word} {count > 0 ? <span className="mut">{count}</span> : null}
    </>
  );
}

function AttemptRow(props: {
  attempts: readonly NodeRun[];
  shown: NodeRun;
  onChoose: (attempt: number) => void;
}) {
  const t = useTranslations('runs');
  return (
    <div className="attn">
      {props.attempts.map((one) => (
        <button
          key={one.attempt}
          type="button"
          className={`chip line st-${one.status}`}
          aria-pressed={one === props.shown}
          onClick={() => props.onChoose(one.attempt)}
        >
          <StatusBadge status={one.status}>{one.attempt}</StatusBadge>
        </button>
      ))}
      <span className="mut t12">{t('attemptOf', { n: props.shown.attempt, m: props.attempts.length })}</span>
    </div>
  );
}

function Values(props: {
  nodeRun: NodeRun;
  names: NodeNames;
  onGoToField: InspectorProps['onGoToField'] | undefined;
}) {
  const t = useTranslations('runs');
  const { nodeRun, names, onGoToField } = props;
  const skipWords = useSkipWords(names.name);
  const { input, output, error, reason, childRunId } = nodeRun;
  const field = error?.field;
  return (
    <div className="inspector-body">
      {error ? (
        <div className="notice bad">
          <span className="text">
            <ProblemText kind="errors" problem={error} /> <code>{error.code}</code>
          </span>
          {field !== undefined && onGoToField ? (
            <button type="button" className="link" onClick={() => onGoToField(field)}>
              {t('goToField')}
            </button>
          ) : null}
        </div>
      ) : null}
      {reason ? <p className="notice skipped">{t('skippedBecause', { reason: skipWords(reason) })}</p> : null}
      {childRunId ? (
        <Link prefetch={false} className="link pad12" href={`/runs/${encodeURIComponent(childRunId)}`}>
          {t('childRun')} <ExternalLink className="i" aria-hidden />
        </Link>
      ) : null}
      {input !== undefined && input !== null ? (
        <JsonViewer title={t('resolvedInput')} value={input} />
      ) : (
        <p className="mut pad12">{t('noInput')}</p>
      )}
      {output !== undefined && output !== null ? (
        <SpilledViewer
          title={t('output')}
          value={output}
          spilled={nodeRun.spilled}
          key={nodeRun.id}
          root={`nodes${pathStep(nodeRun.nodeId)}.data`}
        />
      ) : (
        <p className="mut pad12">{t('noOutput')}</p>
      )}
    </div>
  );
}

function AttemptList({ attempts }: { attempts: readonly NodeRun[] }) {
  const t = useTranslations('runs');
  return (
    <ul className="attempts">
      {attempts.map((one) => (
        <li key={one.id}>
          <b>{t('attempt', { n: one.attempt })}</b>
          <StatusBadge status={one.status} />
          {one.startedAt ? <Time at={one.startedAt} className="mut t12" /> : null}
          {one.error ? (
            <p className="t12">
              <ProblemText kind="errors" problem={one.error} /> <code className="mut">{one.error.code}</code>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function LogLines({ lines }: { lines: readonly EventEnvelope[] }) {
  const t = useTranslations('runs');
  if (lines.length === 0) return <p className="mut pad12">{t('noLog')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre className="log-lines" tabIndex={0}>
      {lines.map((line) => `${String(line.data.level ?? '')} ${String(line.data.text ?? '')}`).join('\n')}
    </pre>
  );
}
