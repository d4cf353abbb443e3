'use client';

import { FlaskConical, Plus, SearchX } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useRuns, useWorkflows } from '../api/queries';
import type { RunSummary, Workflow } from '../api/types';
import { useKeptPlace } from '../shell/kept-place';
import { usePageActions } from '../shell/page-actions';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { SearchField } from '../ui/search-field';
import { Skeleton } from '../ui/skeleton';
import { walkRows } from '../ui/walk-rows';
import { FirstRun } from './first-run';
import { ImportPanel } from './import-panel';
import { SAMPLES } from './samples';
import { SamplesPanel } from './samples-panel';
import { useWorkflowActions } from './use-workflow-actions';
import { WorkflowRow } from './workflow-row';

/** One read of the latest runs serves every row. */
const RECENT = 200;

export function WorkflowsPage() {
  const t = useTranslations('lists');
  const runs = useRuns({ limit: RECENT });
  const [search, setSearch] = useState('');
  const workflows = useWorkflows(search.trim() !== '');
  const locale = useLocale();
  const { create, openSample } = useWorkflowActions();
  usePageActions([
    { id: 'new', group: 'actions', label: t('new'), Icon: Plus, run: () => create.mutate() },
    ...SAMPLES.map((sample) => ({
      id: `sample-${sample.graph.id}`,
      group: 'actions' as const,
      label: t('samples.openOne', { name: sample.title[locale] ?? sample.graph.name }),
      words: sample.graph.id,
      Icon: FlaskConical,
      run: () => openSample.mutate(sample),
    })),
  ]);
  const all = useMemo(() => workflows.data?.pages.flatMap((page) => page.items) ?? [], [workflows.data]);
  const place = useKeptPlace(all.length > 0);
  const recent = useMemo(() => groupRuns(runs.data?.pages[0]?.items ?? []), [runs.data]);
  const shown = all.filter((workflow) => fits(workflow, search));

  if (workflows.isSuccess && all.length === 0) {
    return (
      <main className="page">
        <FirstRun />
      </main>
    );
  }
  return (
    <main className="page" ref={place}>
      <div className="wl">
        <div className="wl-h">
          <h1>{t('workflows')}</h1>
          <span className="mut">{workflows.isSuccess ? all.length : null}</span>
          <span className="sp" />
          <SearchField label={t('search')} value={search} onChange={setSearch} />
          <Button look="primary" off={create.isPending} onClick={() => create.mutate()}>
            <Plus className="i" aria-hidden />
            {t('new')}
          </Button>
        </div>
        <section className="panel list">
          {workflows.isPending ? <Skeleton rows={8} label={t('loading')} /> : null}
          {workflows.isError ? (
            <ErrorNotice error={workflows.error} retry={() => void workflows.refetch()} />
          ) : null}
          {shown.length > 0 ? <WorkflowTable workflows={shown} recent={recent} /> : null}
          {workflows.isSuccess && !workflows.hasNextPage && shown.length === 0 ? (
            <EmptyState Icon={SearchX} title={t('noneFound', { search })}>
              <Button onClick={() => setSearch('')}>{t('clear')}</Button>
            </EmptyState>
          ) : null}
          {workflows.hasNextPage ? (
            <div className="more">
              <Button onClick={() => void workflows.fetchNextPage()}>{t('showMore')}</Button>
            </div>
          ) : null}
        </section>
        <aside className="side">
          <SamplesPanel />
          <ImportPanel />
        </aside>
      </div>
    </main>
  );
}

function WorkflowTable(props: {
  workflows: readonly Workflow[];
  recent: ReadonlyMap<string, readonly RunSummary[]>;
}) {
  const t = useTranslations('lists');
  return (
    <table>
      <thead>
        <tr>
          <th>{t('column.name')}</th>
          <th className="opt">{t('column.version')}</th>
          <th className="opt">{t('column.runs')}</th>
          <th>{t('column.last')}</th>
          <th className="end opt">{t('column.waiting')}</th>
          <th>
            <span className="sr">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={(event) => void walkRows(event, 'tr', '.nm2 a')}>
        {props.workflows.map((workflow) => (
          <WorkflowRow key={workflow.id} workflow={workflow} runs={props.recent.get(workflow.id) ?? []} />
        ))}
      </tbody>
    </table>
  );
}

function groupRuns(runs: readonly RunSummary[]): Map<string, RunSummary[]> {
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) groups.set(run.workflowId, [...(groups.get(run.workflowId) ?? []), run]);
  return groups;
}

function fits(workflow: Workflow, search: string): boolean {
  const needle = search.trim().toLowerCase();
  return [
    workflow.name,
    workflow.id,
    workflow.published?.graphHash ?? '',
    workflow.draft.graph?.description ?? '',
  ].some((text) => text.toLowerCase().includes(needle));
}
