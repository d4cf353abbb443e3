import type { NodeRunStatus } from '../api/types';
import type { RunOverlay } from '../canvas/canvas-store';

export interface ChangedState {
  readonly nodeId: string;
  readonly status: NodeRunStatus;
}

/** The nodes whose state a reader has not heard yet: of another run, all. */
export function changedStates(
  before: Pick<RunOverlay, 'runId' | 'nodes'> | undefined,
  now: Pick<RunOverlay, 'runId' | 'nodes'> | undefined,
): readonly ChangedState[] {
  if (!now) return [];
  const known = before?.runId === now.runId ? before.nodes : undefined;
  return [...now.nodes].flatMap(([nodeId, { status }]) =>
    known?.get(nodeId)?.status === status ? [] : [{ nodeId, status }],
  );
}
