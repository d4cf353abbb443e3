'use client';

import { graphTexts } from '@weftwork/editor';
import { Minus, PencilLine, Play, Plus, RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Workflow, WorkflowGraph, WorkflowVersion } from '../api/types';
import { RunDialog } from '../run-dialog/run-dialog';
import { usePageActions } from '../shell/page-actions';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { Segmented } from '../ui/segmented';
import { Skeleton } from '../ui/skeleton';
import { ChangeRows } from './change-rows';
import { DiffGraph } from './diff-graph';
import { TextDiff } from './text-diff';
import { tally } from './use-change-words';
import { type Side, useDiff, useSide } from './use-compared';

export interface ComparisonProps {
  readonly workflow: Workflow;
  readonly versions: readonly WorkflowVersion[];
  /** Undefined for the first version: everything in it is new. */
  readonly from: Side | undefined;
  readonly to: Side;
  readonly onChange: (sides: { from?: Side; to?: Side }) => void;
}

/** Two sides: as a picture, in words, and as text. */
export function Comparison({ workflow, versions, from, to, onChange }: ComparisonProps) {
  const t = useTranslations('versions');
  const router = useRouter();
  const [view, setView] = useState<'words' | 'text'>('words');
  const [shown, setShown] = useState<string>();
  const [running, setRunning] = useState(false);
  const after = useSide(workflow, to);
  const base = useSide(workflow, from);
  const before = useMemo(
    () => (from === undefined ? after.graph && emptyLike(after.graph) : base.graph),
    [from, base.graph, after.graph],
  );
  const diff = useDiff(before, after.graph);
  const texts = useMemo(
    () => (view === 'text' && before && after.graph ? graphTexts(before, after.graph) : undefined),
    [view, before, after.graph],
  );
  const error = base.error ?? after.error;
  const retry = base.error ? base.retry : after.retry;
  return (
    <>
      <header className="vh">
        <h2 className="vh-sides">
          <SidePicker
            label={t('from')}
            value={from}
            versions={versions}
            onChange={(side) => onChange({ from: side })}
          />
          <span className="mut">{t('to')}</span>
          <SidePicker
            label={t('toLabel')}
            value={to}
            versions={versions}
            onChange={(side) => onChange({ to: side })}
          />
        </h2>
        {diff ? <Tally {...tally(diff)} /> : null}
        <span className="sp" />
        <Segmented
          label={t('view')}
          value={view}
          options={[
            { id: 'words', label: t('words') },
            { id: 'text', label: t('text') },
          ]}
          onChange={setView}
        />
        {error ? null : <Actions workflow={workflow} from={from} to={to} onRun={() => setRunning(true)} />}
      </header>
      {error ? <ErrorNotice error={error} retry={retry} /> : null}
      {!diff && !error ? <Skeleton rows={6} label={t('loading')} /> : null}
      {diff && after.graph && view === 'words' ? (
        <>
          <section className="panel vgraph">
            <div className="ph">
              <h3>{t('graph')}</h3>
              <span className="t11 mut ell">{t('overlaid')}</span>
              <span className="sp" />
              <Legend />
            </div>
            <DiffGraph after={after.graph} diff={diff} shown={shown} onShow={setShown} />
          </section>
          <section className="panel vchanges">
            <div className="ph">
              <h3>{t('whatChanged')}</h3>
            </div>
            <ChangeRows diff={diff} after={after.graph} onShow={setShown} />
          </section>
        </>
      ) : null}
      {texts ? (
        <section className="panel vtext">
          <TextDiff before={texts[0]} after={texts[1]} label={t('text')} />
        </section>
      ) : null}
      {running && after.graph ? (
        <RunDialog
          workflowId={workflow.id}
          name={workflow.name}
          inputSchema={after.graph.inputSchema}
          version={to}
          onClose={() => setRunning(false)}
          onStarted={(run) => router.push(`/runs/${encodeURIComponent(run.id)}`)}
        />
      ) : null}
    </>
  );
}

/** The first version is compared with nothing at all. */
function emptyLike(graph: WorkflowGraph): WorkflowGraph {
  return { ...graph, nodes: [], edges: [] };
}

function SidePicker(props: {
  label: string;
  value: Side | undefined;
  versions: readonly WorkflowVersion[];
  onChange: (side: Side) => void;
}) {
  const t = useTranslations('versions');
  return (
    <select
      className="in vh-side"
      aria-label={props.label}
      value={String(props.value ?? '')}
      onChange={({ target }) => props.onChange(target.value === 'draft' ? 'draft' : Number(target.value))}
    >
      {props.value === undefined ? <option value="">{t('nothingBefore')}</option> : null}
      <option value="draft">{t('draft')}</option>
      {props.versions.map(({ version }) => (
        <option key={version} value={version}>
          {t('version', { version })}
        </option>
      ))}
    </select>
  );
}

function Actions(props: { workflow: Workflow; from: Side | undefined; to: Side; onRun: () => void }) {
  const t = useTranslations('versions');
  const router = useRouter();
  const { from, to } = props;
  const editor = `/workflows/${encodeURIComponent(props.workflow.id)}`;
  // The older side of a comparison with the draft is what one would go back to; else the version that is looked at.
  const restored = to === 'draft' ? from : to;
  const group = 'actions' as const;
  usePageActions([
    { id: 'editor', group, label: t('openDraft'), Icon: PencilLine, run: () => router.push(editor) },
    ...(to === 'draft'
      ? []
      : [{ id: 'run', group, label: t('run', { version: to }), Icon: Play, run: props.onRun }]),
    ...(typeof restored === 'number'
      ? [
          {
            id: 'restore',
            group,
            label: t('restore', { version: restored }),
            Icon: RotateCcw,
            run: () => router.push(`${editor}?restore=${restored}`),
          },
        ]
      : []),
  ]);
  return (
    <>
      {typeof restored === 'number' ? (
        <Link prefetch={false} className="btn" href={`${editor}?restore=${restored}`}>
          <RotateCcw className="i" aria-hidden />
          {t('restore', { version: restored })}
        </Link>
      ) : null}
      {to === 'draft' ? (
        <Link prefetch={false} className="btn pri" href={editor}>
          <PencilLine className="i" aria-hidden />
          {t('openDraft')}
        </Link>
      ) : (
        <Button look="primary" onClick={props.onRun}>
          <Play className="i" aria-hidden />
          {t('run', { version: to })}
        </Button>
      )}
    </>
  );
}

function Tally({ added, removed, changed }: ReturnType<typeof tally>) {
  const t = useTranslations('versions');
  const counted = ({ nodes, edges }: { nodes: number; edges: number }) =>
    [nodes > 0 ? t('nodes', { count: nodes }) : '', edges > 0 ? t('edges', { count: edges }) : '']
      .filter(Boolean)
      .join(t('comma'));
  return (
    <span className="vh-tally">
      {added.nodes + added.edges > 0 ? (
        <span className="tal add">
          <Plus className="i" role="img" aria-label={t('kind.added')} />
          {counted(added)}
        </span>
      ) : null}
      {removed.nodes + removed.edges > 0 ? (
        <span className="tal del">
          <Minus className="i" role="img" aria-label={t('kind.removed')} />
          {counted(removed)}
        </span>
      ) : null}
      {changed > 0 ? (
        <span className="tal chg">
          <PencilLine className="i" aria-hidden />
          {t('changedCount', { count: changed })}
        </span>
      ) : null}
    </span>
  );
}

function Legend() {
  const t = useTranslations('versions');
  return (
    <span className="legend t11">
      {(
        [
          ['added', 'add', Plus],
          ['removed', 'del', Minus],
          ['changed', 'chg', PencilLine],
        ] as const
      ).map(([kind, look, Icon]) => (
        <span key={kind}>
          <span className={`sg ${look}`} aria-hidden>
            <Icon className="i" />
          </span>
          {t(`kind.${kind}`)}
        </span>
      ))}
    </span>
  );
}
