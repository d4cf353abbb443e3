import { applyToRunView, createRunView } from '@weftwork/runtime/run-view';
import type { Artifact, EventEnvelope, Gate, NodeRun, Run } from '../api/types';

/*
 * The live picture of a run: a snapshot from the API with later events folded in. Canvas and run page both draw from
 * it. The fold is the runtime's own, so page and server read a log alike; here it is held in values that never change,
 * as React wants them. A batch of events copies the maps once.
 */

export interface RunView {
  readonly run: Omit<Run, 'nodeRuns' | 'gates' | 'lastSeq'>;
  readonly lastSeq: number;
  /** By node run id, in the order they came up. */
  readonly nodeRuns: ReadonlyMap<string, NodeRun>;
  readonly gates: ReadonlyMap<string, Gate>;
}

export function viewOf(run: Run): RunView {
  const { nodeRuns, gates, lastSeq, ...rest } = run;
  return {
    run: rest,
    lastSeq,
    nodeRuns: new Map(nodeRuns.map((item) => [item.id, item])),
    gates: new Map(gates.map((gate) => [gate.stepId, gate])),
  };
}

/** Folds events in; those already seen are passed over. */
export function foldEvents(view: RunView, events: readonly EventEnvelope[]): RunView {
  if (!events.some((event) => event.seq > view.lastSeq)) return view;
  const { run } = view;
  const folded = Object.assign(createRunView(), {
    status: run.status,
    waitReason: run.waitReason,
    output: run.output,
    spilled: run.spilled,
    error: run.error,
    warnings: run.warnings,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    lastSeq: view.lastSeq,
    nodeRuns: new Map(view.nodeRuns),
    gates: new Map(view.gates),
    artifacts: new Map<string, Artifact>(run.artifacts.map((one) => [one.artifactId, one])),
  });
  for (const event of events) applyToRunView(folded, event);
  const { nodeRuns, gates, artifacts, lastSeq, ...rest } = folded;
  return {
    run: {
      ...run,
      ...rest,
      artifacts: artifacts.size === run.artifacts.length ? run.artifacts : [...artifacts.values()],
    },
    lastSeq,
    nodeRuns,
    gates,
  };
}
