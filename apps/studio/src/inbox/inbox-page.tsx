'use client';

import { ChevronLeft, Inbox } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useRunVersion } from '../api/queries';
import { nodeNames } from '../runs/node-names';
import { shortId } from '../runs/short-id';
import { useWorkflowNames } from '../runs/use-workflow-names';
import { usePageActions } from '../shell/page-actions';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { RelativeTime } from '../ui/time';
import { walkRows } from '../ui/walk-rows';
import type { OpenTask } from './open-tasks';
import { TaskAnswer, TaskQuestion } from './task-answer';
import { hasContent } from './task-context';
import { Deadline, messageText, TASK_ICONS } from './task-words';
import { useOpenTasks } from './use-open-tasks';

/** Everything that waits for a person. On a phone the list and the task are two views of one address. */
export function InboxPage() {
  const t = useTranslations('runs');
  const asked = useSearchParams().get('task');
  const tasks = useOpenTasks(4_000);
  const list = tasks.data ?? [];
  const chosen = list.find((task) => task.key === asked);
  const shown = chosen ?? list[0];
  const choose = (task: OpenTask) =>
    history.pushState(null, '', `/inbox?task=${encodeURIComponent(task.key)}`);
  usePageActions(
    list.map((task) => ({
      id: `task-${task.key}`,
      group: 'actions',
      label: task.kind === 'unknown' ? t('task.unknownTitle') : messageText(task.gate?.message),
      words: `${task.workflowId} ${task.nodeId}`,
      detail: t(`task.${task.kind}`),
      Icon: TASK_ICONS[task.kind],
      run: () => choose(task),
    })),
  );
  if (tasks.isPending) {
    return (
      <main className="page pad">
        <Skeleton rows={6} label={t('loading')} />
      </main>
    );
  }
  if (!shown) {
    return (
      <main className="page pad">
        {tasks.error ? (
          <ErrorNotice error={tasks.error} retry={() => void tasks.refetch()} />
        ) : (
          <EmptyState Icon={Inbox} title={t('inbox.empty')} text={t('inbox.emptyText')}>
            <Link prefetch={false} className="btn" href="/runs">
              {t('inbox.toRuns')}
            </Link>
          </EmptyState>
        )}
      </main>
    );
  }
  return (
    <main className="inbox" data-view={chosen ? 'task' : 'list'}>
      <aside className="il" aria-label={t('inbox.title')}>
        <h1 className="il-head">
          {t('inbox.title')} <span className="cnt">{list.length}</span>
        </h1>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are an extra; each item is a button of its own */}
        <div onKeyDown={(event) => void walkRows(event, '.item', '.item')}>
          {list.map((task) => (
            <TaskItem key={task.key} task={task} on={task === shown} onChoose={() => choose(task)} />
          ))}
        </div>
      </aside>
      <TaskView key={shown.key} task={shown} waiting={list.length} />
    </main>
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

function TaskView({ task, waiting }: { task: OpenTask; waiting: number }) {
  const t = useTranslations('runs');
  const workflow = useWorkflowNames().get(task.workflowId) ?? task.workflowId;
  const name = useNodeName(task);
  return (
    <section className="id">
      <Link prefetch={false} className="phone-only link" href="/inbox">
        <ChevronLeft className="i" aria-hidden />
        {t('inbox.back', { count: waiting })}
      </Link>
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
        <span className="sp" />
        <Deadline task={task} />
      </div>
      <div className="id-question">
        <TaskQuestion task={task} />
      </div>
      {hasContent(task) ? (
        <div className="panel id-answer">
          <TaskAnswer task={task} nodeName={name} title={false} />
        </div>
      ) : null}
    </section>
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
