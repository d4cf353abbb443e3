import { nodeRunId } from '@weftwork/schema';
import type { EventEnvelope, Gate, NodeRun, Run } from '../api/types';
import { gateAfter, nodeChange, payload, runChange } from './event-changes';

/*
 * The live picture of a run: a snapshot from the API with later events folded in. Canvas and run page both draw
 * from it. Pure; a batch of events copies the maps once.
 */

export interface RunView {
  readonly run: Omit<Run, 'nodeRuns' | 'gates' | 'lastSeq'>;
  readonly lastSeq: number;
  /** By node run id, in the order they came up. */
  readonly nodeRuns: ReadonlyMap<string, NodeRun>;
  readonly gates: ReadonlyMap<string, Gate>;
  /** Which handle a node run took, where an event said so. */
  readonly handles: ReadonlyMap<string, string>;
  /** How many iterations a loop run has, where it is known at entry. */
  readonly loopCounts: ReadonlyMap<string, number>;
}

/** The view of a snapshot. What only events tell (times, handles, counts) is kept from the view before it. */
export function viewOf(run: Run, before?: RunView): RunView {
  const { nodeRuns, gates, lastSeq, ...rest } = run;
  return {
    run: { ...rest, warnings: run.warnings ?? [], artifacts: run.artifacts ?? [] },
    lastSeq,
    nodeRuns: new Map(
      (nodeRuns ?? []).map((item) => [item.id, keepTimes(item, before?.nodeRuns.get(item.id))]),
    ),
    gates: new Map(
      (gates ?? []).map((gate) => [gate.stepId, { ...before?.gates.get(gate.stepId), ...gate }]),
    ),
    handles: before?.handles ?? new Map(),
    loopCounts: before?.loopCounts ?? new Map(),
  };
}

function keepTimes(item: NodeRun, known: NodeRun | undefined): NodeRun {
  if (!known) return item;
  const startedAt = item.startedAt ?? known.startedAt;
  const endedAt = item.endedAt ?? known.endedAt;
  return { ...item, ...(startedAt ? { startedAt } : {}), ...(endedAt ? { endedAt } : {}) };
}

interface Draft {
  run: RunView['run'];
  readonly nodeRuns: Map<string, NodeRun>;
  readonly gates: Map<string, Gate>;
  readonly handles: Map<string, string>;
  readonly loopCounts: Map<string, number>;
}

/** Folds events in; those already seen are passed over. */
export function foldEvents(view: RunView, events: readonly EventEnvelope[]): RunView {
  const news = events.filter((event) => event.seq > view.lastSeq);
  if (news.length === 0) return view;
  const draft: Draft = {
    run: view.run,
    nodeRuns: new Map(view.nodeRuns),
    gates: new Map(view.gates),
    handles: new Map(view.handles),
    loopCounts: new Map(view.loopCounts),
  };
  for (const event of news) foldOne(draft, event);
  return { ...draft, lastSeq: news.at(-1)?.seq ?? view.lastSeq };
}

function foldOne(draft: Draft, event: EventEnvelope): void {
  if (event.type.startsWith('run.')) {
    draft.run = { ...draft.run, ...runChange(event, draft.run) };
  } else if (event.type.startsWith('gate.')) {
    const gate = gateAfter(event, draft.gates.get(String(event.data.stepId)));
    if (gate) draft.gates.set(gate.stepId, gate);
  } else if (event.type === 'artifact.created') {
    const { artifact } = payload(event, event.type);
    const known = draft.run.artifacts.some((one) => one.artifactId === artifact.artifactId);
    if (!known) draft.run = { ...draft.run, artifacts: [...draft.run.artifacts, artifact] };
  } else if (event.nodeId !== undefined) {
    foldNode(draft, event, event.nodeId);
  }
}

function foldNode(draft: Draft, event: EventEnvelope, nodeId: string): void {
  const attempt = event.attempt ?? 1;
  const path = event.iterationPath;
  const id = nodeRunId(nodeId, path, attempt);
  const change = nodeChange(event);
  if (!change) return;
  const known = draft.nodeRuns.get(id) ?? { id, nodeId, attempt, ...(path ? { iterationPath: path } : {}) };
  draft.nodeRuns.set(id, { ...known, ...change });
  if (event.type === 'node.started') {
    endRetrying(draft, nodeRunId(nodeId, path, attempt - 1));
    const { count } = payload(event, event.type);
    if (typeof count === 'number') draft.loopCounts.set(id, count);
  } else if (event.type === 'node.completed') {
    draft.handles.set(id, payload(event, event.type).handle ?? 'default');
  } else if (event.type === 'node.failed') {
    const { handle } = payload(event, event.type);
    if (handle) draft.handles.set(id, handle);
  }
}

/** An attempt that was waiting for its retry has plainly failed once the next one starts. */
function endRetrying(draft: Draft, id: string): void {
  const before = draft.nodeRuns.get(id);
  if (before?.status === 'retrying') draft.nodeRuns.set(id, { ...before, status: 'failed' });
}
