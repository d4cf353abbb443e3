'use client';

import { ChevronLeft, CircleSlash, Inbox, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRunVersion } from '../api/queries';
import { nodeNames } from '../runs/node-names';
import { shortId } from '../runs/short-id';
import { useWorkflowNames } from '../runs/use-workflow-names';
import { usePageActions } from '../shell/page-actions';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { RelativeTime } from '../ui/time';
import { walkRows } from '../ui/walk-rows';
import type { OpenTask } from './open-tasks';
import { useNoSecondPress } from './second-press';
import { TaskQuestion, TaskReply } from './task-answer';
import { taskAtHand } from './task-at-hand';
import { hasContext, RunInput, TaskContext } from './task-context';
import { Deadline, messageText, TASK_ICONS, TimeLeft } from './task-words';
import { useOpenTasks } from './use-open-tasks';

/** Everything that waits for a person. On a phone the list and the task are two views of one address. */
export function InboxPage() {
  const t = useTranslations('runs');
  const asked = useSearchParams().get('task') ?? undefined;
  const inbox = useOpenTasks(4_000);
  const [held, setHeld] = useState<string>();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const noSecondPress = useNoSecondPress(String(answered.size));
  const tasks = inbox.data?.tasks.filter(({ key }) => !answered.has(key)) ?? [];
  const unread = inbox.data?.unread ?? [];
  // What was read for another page may lack the task that the address names, or hold one that was answered since.
  const upToDate = held !== undefined || inbox.isFetchedAfterMount || !inbox.isFetching;
  const atHand = taskAtHand({ tasks, unread }, { asked, held, answered });
  const shown = atHand.kind === 'task' ? atHand.task : undefined;
  const choose = (task: OpenTask) =>
    history.pushState(null, '', `/inbox?task=${encodeURIComponent(task.key)}`);
  useEffect(() => {
    if (shown) setHeld(shown.key);
  }, [shown]);
  usePageActions(
    tasks.map((task) => ({
      id: `task-${task.key}`,
      group: 'actions',
      label: task.kind === 'unknown' ? t('task.unknownTitle') : messageText(task.gate?.message),
      words: `${task.workflowId} ${task.nodeId}`,
      detail: t(`task.${task.kind}`),
      Icon: TASK_ICONS[task.kind],
      run: () => choose(task),
    })),
  );
  if (inbox.isPending || !upToDate) {
    return (
      <main className="page pad">
        <Skeleton rows={6} label={t('loading')} />
      </main>
    );
  }
  const failure = inbox.error ? (
    <ErrorNotice error={inbox.error} retry={() => void inbox.refetch()} />
  ) : unread.length > 0 ? (
    <UnreadNotice count={unread.length} retry={() => void inbox.refetch()} />
  ) : null;
  if (atHand.kind === 'none') {
    return (
      <main className="page pad">
        {failure ?? (
          <EmptyState Icon={Inbox} title={t('inbox.empty')} text={t('inbox.emptyText')}>
            <Link prefetch={false} className="btn" href="/runs">
              {t('inbox.toRuns')}
            </Link>
          </EmptyState>
        )}
      </main>
    );
  }
  const count = `${tasks.length}${inbox.data?.more ? '+' : ''}`;
  const inView = asked !== undefined && !answered.has(asked) ? 'task' : 'list';
  return (
    <main className="inbox" data-view={inView}>
      <aside className="il" aria-label={t('inbox.title')}>
        <h1 className="il-head">
          {t('inbox.title')} <span className="cnt">{count}</span>
        </h1>
        {failure}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are an extra; each item is a button of its own */}
        <div onKeyDown={(event) => void walkRows(event, '.item', '.item')}>
          {tasks.map((task) => (
            <TaskItem key={task.key} task={task} on={task === shown} onChoose={() => choose(task)} />
          ))}
        </div>
        {inbox.data?.more ? <p className="help pad">{t('inbox.more')}</p> : null}
      </aside>
      <section className={shown && !hasContext(shown) ? 'id plain' : 'id'} onClickCapture={noSecondPress}>
        <Link prefetch={false} className="phone-only link" href="/inbox">
          <ChevronLeft className="i" aria-hidden />
          {t('inbox.back', { count })}
        </Link>
        {atHand.kind === 'task' ? (
          <TaskView
            key={atHand.task.key}
            task={atHand.task}
            follows={answered.size > 0 && asked !== atHand.task.key}
            onAnswered={() => setAnswered(new Set(answered).add(atHand.task.key))}
          />
        ) : (
          <GoneTask
            unread={atHand.kind === 'unread'}
            runId={atHand.runId}
            next={tasks[0] && (() => tasks[0] && choose(tasks[0]))}
          />
        )}
      </section>
    </main>
  );
}

/** In the place of a task that somebody else answered, or whose run ended meanwhile. */
function GoneTask(props: { unread: boolean; runId: string; next: (() => void) | undefined }) {
  const t = useTranslations('runs');
  return (
    <div className="id-gone" role="status">
      <EmptyState
        Icon={CircleSlash}
        title={t(props.unread ? 'inbox.unreadTitle' : 'inbox.gone')}
        text={t(props.unread ? 'inbox.unreadText' : 'inbox.goneText')}
      >
        <Link prefetch={false} className="btn" href={`/runs/${encodeURIComponent(props.runId)}`}>
          {t('inbox.toRun')}
        </Link>
        {props.next ? (
          <Button look="primary" onClick={props.next}>
            {t('inbox.next')}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}

function UnreadNotice({ count, retry }: { count: number; retry: () => void }) {
  const t = useTranslations('runs');
  const shell = useTranslations('shell');
  return (
    <div className="notice warn" role="status">
      <TriangleAlert className="i" aria-hidden />
      <span className="text">{t('inbox.unread', { count })}</span>
      <button type="button" className="link" onClick={retry}>
        {shell('tryAgain')}
      </button>
    </div>
  );
}

function useNodeName(task: OpenTask): string {
  const graph = useRunVersion(task.runId).data?.graph;
  return useMemo(() => nodeNames(graph), [graph]).name(task.nodeId);
}

function TaskItem({ task, on, onChoose }: { task: OpenTask; on: boolean; onChoose: () => void }) {
  const t = useTranslations('runs');
  const workflow = useWorkflowNames().get(task.workflowId) ?? task.workflowId;
  const name = useNodeName(task);
  const Icon = TASK_ICONS[task.kind];
  return (
    <button type="button" className={on ? 'item on' : 'item'} aria-current={on} onClick={onChoose}>
      <span className="a">
        <Icon className="i" aria-hidden />
        <b className="ell">
          {task.kind === 'unknown' ? t('task.unknownTitle') : messageText(task.gate?.message) || name}
        </b>
        <Deadline task={task} />
      </span>
      <span className="p ell">
        {workflow} · {name}
      </span>
      <span className="c">
        <span className="chip">{t(`task.${task.kind}`)}</span>
        <span>{t('run', { id: shortId(task.runId) })}</span>
        {task.since ? <RelativeTime at={task.since} /> : null}
      </span>
    </button>
  );
}

function TaskView(props: { task: OpenTask; follows: boolean; onAnswered: () => void }) {
  const t = useTranslations('runs');
  const { task } = props;
  const workflow = useWorkflowNames().get(task.workflowId) ?? task.workflowId;
  const name = useNodeName(task);
  const question = useRef<HTMLDivElement>(null);
  const { follows } = props;
  useEffect(() => {
    // What had the focus went with the answered task.
    if (follows) question.current?.focus();
  }, [follows]);
  return (
    <>
      <div className="id-read">
        <div className="task-kind t12 mut">
          <span>{t(`task.${task.kind}`)}</span>
          <Dot />
          <Link prefetch={false} className="link" href={`/workflows/${encodeURIComponent(task.workflowId)}`}>
            {workflow}
          </Link>
          <Dot />
          <Link prefetch={false} className="link" href={`/runs/${encodeURIComponent(task.runId)}`}>
            {t('run', { id: shortId(task.runId) })}
          </Link>
          <Dot />
          <span>{name}</span>
        </div>
        <div className="id-question" ref={question} tabIndex={-1}>
          <TaskQuestion task={task} />
        </div>
        <TaskContext task={task} />
        <div className="wide-only">
          <RunInput task={task} />
        </div>
      </div>
      <div className="panel id-answer task">
        <TimeLeft task={task} />
        <TaskReply task={task} onAnswered={props.onAnswered} />
      </div>
    </>
  );
}

/** Between the parts of a line; a phone breaks it into lines instead. */
function Dot() {
  return (
    <span className="dot" aria-hidden>
      ·
    </span>
  );
}
