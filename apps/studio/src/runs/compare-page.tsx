'use client';

import { useQuery } from '@tanstack/react-query';
import { Equal, EqualNot, GitCompareArrows, LocateFixed, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { getRun } from '../api/client';
import { isApiError } from '../api/http';
import { keys, useRuns, useRunVersion } from '../api/queries';
import type { Run } from '../api/types';
import { type ComparedStep, compareRuns, tookMs, totalTokens } from '../run-state/compare-runs';
import { NotFoundPage } from '../shell/not-found-page';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { StatusBadge } from '../ui/status-badge';
import { formatDuration, shortMoment, Time } from '../ui/time';
import { VersionBadge } from '../ui/version-badge';
import './compare.css';
import { CompareStep } from './compare-step';
import { CompareSteps } from './compare-steps';
import { type NodeNames, nodeNames, stepName } from './node-names';
import { shortId } from './short-id';
import { useContents } from './use-contents';

/** How often a run that goes on is looked at. */
const REFRESH_MS = 4_000;

const hasEnded = ({ status }: Run) => status === 'completed' || status === 'failed' || status === 'cancelled';

/** Two runs beside each other: where they part, and what each step took. The address names both. */
export function ComparePage() {
  const t = useTranslations('runs');
  const shell = useTranslations('shell');
  const parameters = useSearchParams();
  const asked = { a: parameters.get('a') ?? undefined, b: parameters.get('b') ?? undefined };
  const a = useComparedRun(asked.a);
  const others = useRuns({ limit: 50, ...(a.data ? { workflowId: a.data.workflowId } : {}) }, 0);
  const siblings = others.data?.pages.flatMap((page) => page.items) ?? [];
  // Unless somebody chose: the run before it.
  const before = siblings[siblings.findIndex(({ id }) => id === asked.a) + 1]?.id;
  const bId = asked.b ?? (a.data ? before : undefined);
  const b = useComparedRun(bId);
  const choose = (side: 'a' | 'b', id: string) => {
    const query = new URLSearchParams(location.search);
    if (bId !== undefined && !query.has('b')) query.set('b', bId);
    query.set(side, id);
    history.replaceState(null, '', `?${query}`);
  };
  const error = a.error ?? b.error;
  if (isApiError(error) && error.status === 404) return <NotFoundPage back="runs" />;
  const sameWorkflow = !a.data || !b.data || a.data.workflowId === b.data.workflowId;
  return (
    <main className="page cpage">
      <header className="wl-h">
        <h1>{t('compare.title')}</h1>
        {a.data && sameWorkflow ? <WorkflowLink run={a.data} /> : null}
      </header>
      {error ? <ErrorNotice error={error} retry={() => void (a.error ? a.refetch() : b.refetch())} /> : null}
      {asked.a === undefined ? (
        <EmptyState Icon={GitCompareArrows} title={t('compare.choose')}>
          <Link prefetch={false} className="btn pri" href="/runs">
            {shell('notFound.toRuns')}
          </Link>
        </EmptyState>
      ) : null}
      {!error && (a.isLoading || b.isLoading) ? <Skeleton rows={8} label={t('loading')} /> : null}
      {a.data ? (
        <div className="c-sides">
          <SideCard
            label={t('compare.first')}
            run={a.data}
            showWorkflow={!sameWorkflow}
            siblings={siblings}
            onChoose={(id) => choose('a', id)}
          />
          {b.data ? (
            <SideCard
              label={t('compare.second')}
              run={b.data}
              showWorkflow={!sameWorkflow}
              siblings={sameWorkflow ? siblings : []}
              onChoose={(id) => choose('b', id)}
            />
          ) : (
            <section className="panel c-side">
              <RunPicker label={t('compare.second')} siblings={siblings} onChoose={(id) => choose('b', id)} />
            </section>
          )}
        </div>
      ) : null}
      {a.data && b.data && !sameWorkflow ? (
        <p className="notice warn c-first" role="status">
          <TriangleAlert className="i" aria-hidden />
          <span className="text">
            {t.rich('compare.twoWorkflows', {
              first: () => <b>{nameOf(a.data)}</b>,
              second: () => <b>{nameOf(b.data)}</b>,
            })}
          </span>
        </p>
      ) : null}
      {a.data && b.data ? <Comparison key={`${a.data.id} ${b.data.id}`} a={a.data} b={b.data} /> : null}
    </main>
  );
}

const nameOf = ({ workflowName, workflowId }: Run) => workflowName || workflowId;

function WorkflowLink({ run }: { run: Run }) {
  return (
    <Link prefetch={false} className="link t12 ell" href={`/workflows/${encodeURIComponent(run.workflowId)}`}>
      {nameOf(run)}
    </Link>
  );
}

/** A run, read anew every few seconds until it has ended. */
function useComparedRun(id: string | undefined) {
  return useQuery({
    queryKey: [...keys.run(id ?? ''), 'compared'],
    queryFn: ({ signal }) => getRun(id ?? '', signal),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? REFRESH_MS : false),
  });
}

function SideCard(props: {
  label: string;
  run: Run;
  /** Where it tells the two apart. */
  showWorkflow: boolean;
  siblings: readonly RunOfList[];
  onChoose: (id: string) => void;
}) {
  const t = useTranslations('runs');
  const locale = useLocale();
  const { run } = props;
  const took = tookMs(run);
  const tokens = useMemo(() => totalTokens(run.nodeRuns), [run]);
  const from = run.startedAt ?? run.createdAt;
  return (
    <section className="panel c-side">
      <RunPicker label={props.label} run={run} siblings={props.siblings} onChoose={props.onChoose} />
      <StatusBadge status={run.status} pill />
      <VersionBadge version={run.version} graphHash={run.graphHash} />
      <Link prefetch={false} className="link t12" href={`/runs/${encodeURIComponent(run.id)}`}>
        {t('compare.open')}
      </Link>
      <dl className="c-facts">
        {props.showWorkflow ? <Fact name={t('compare.workflow')} value={<WorkflowLink run={run} />} /> : null}
        <Fact name={t('started')} value={from ? <Time at={from} /> : '·'} />
        <Fact name={t('compare.took')} value={took === undefined ? '·' : formatDuration(took, locale)} />
        <Fact name={t('compare.steps')} value={run.nodeRuns.length.toLocaleString(locale)} />
        <Fact name={t('compare.tokens')} value={tokens === undefined ? '·' : tokens.toLocaleString(locale)} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type RunOfList = Pick<Run, 'id' | 'createdAt'>;

function RunPicker(props: {
  label: string;
  /** The one that is chosen, which may stand outside of the list. */
  run?: RunOfList;
  siblings: readonly RunOfList[];
  onChoose: (id: string) => void;
}) {
  const t = useTranslations('runs');
  const locale = useLocale();
  const value = props.run?.id ?? '';
  const known = props.siblings.some(({ id }) => id === value);
  const named = ({ id, createdAt }: RunOfList) =>
    createdAt ? `${shortId(id)} · ${shortMoment(createdAt, locale)}` : shortId(id);
  return (
    <label className="c-pick">
      <span className="t11 mut">{props.label}</span>
      <select className="in" value={value} onChange={({ target }) => props.onChoose(target.value)}>
        {known ? null : <option value={value}>{props.run ? named(props.run) : t('compare.none')}</option>}
        {props.siblings.map((run) => (
          <option key={run.id} value={run.id}>
            {named(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Comparison({ a, b }: { a: Run; b: Run }) {
  const t = useTranslations('runs');
  const graph = useRunVersion(a.id).data?.graph;
  const other = useRunVersion(b.id).data?.graph;
  const names = useMemo(() => withFallback(nodeNames(graph), nodeNames(other)), [graph, other]);
  const contents = useContents(a, b);
  const { steps, first } = useMemo(() => compareRuns(a.nodeRuns, b.nodeRuns, contents), [a, b, contents]);
  const [chosen, setChosen] = useState<string>();
  const shown = steps.find(({ key }) => key === chosen) ?? first;
  const differing = steps.filter(({ differs }) => differs).length;
  return (
    <>
      <p className={first ? 'notice warn c-first' : 'notice c-first'} role="status">
        {first ? (
          <>
            <EqualNot className="i" aria-hidden />
            <span className="text">
              {t.rich('compare.parts', {
                name: () => <b>{stepName(names, first)}</b>,
                what: t(`compare.by.${whatDiffers(first)}`),
                count: differing,
              })}
            </span>
            <Button size="small" onClick={() => setChosen(first.key)}>
              <LocateFixed className="i" aria-hidden />
              {t('compare.show')}
            </Button>
          </>
        ) : (
          <>
            <Equal className="i" aria-hidden />
            <span className="text">{t('compare.alike')}</span>
          </>
        )}
      </p>
      <div className="c-grid">
        <CompareSteps
          steps={steps}
          names={names}
          shown={shown?.key}
          first={first?.key}
          onChoose={setChosen}
        />
        {shown ? <CompareStep key={shown.key} step={shown} names={names} contents={contents} /> : null}
      </div>
    </>
  );
}

function withFallback(names: NodeNames, others: NodeNames): NodeNames {
  return {
    graph: names.graph,
    node: (id) => names.node(id) ?? others.node(id),
    name: (id) => (names.node(id) ? names.name(id) : others.name(id)),
    type: (id) => names.type(id) ?? others.type(id),
  };
}

function whatDiffers(step: ComparedStep): 'input' | 'output' | 'status' | 'missing' {
  if (!step.a || !step.b) return 'missing';
  if (step.input === 'differs') return 'input';
  return step.output === 'differs' ? 'output' : 'status';
}
