'use client';

import type { NodeRun } from '../../api/types';
import type { RunView } from '../../run-state/run-view';
import { laneKey } from '../../run-state/timeline';
import { type Lane, useLanes } from '../use-lanes';

export interface ShownNodeRun {
  readonly lanes: readonly Lane[];
  readonly lane: Lane | undefined;
  readonly choose: (key: string) => void;
  /** The last attempt of the chosen iteration. */
  readonly nodeRun: NodeRun | undefined;
}

export function useShownNodeRun(id: string, view: RunView | undefined): ShownNodeRun {
  const { lanes, lane, choose } = useLanes(id, view);
  const attempts = [...(view?.nodeRuns.values() ?? [])].filter(
    (one) => one.nodeId === id && laneKey(one.nodeId, one.iterationPath) === lane?.key,
  );
  const nodeRun = attempts.reduce<NodeRun | undefined>(
    (last, one) => (last && last.attempt > one.attempt ? last : one),
    undefined,
  );
  return { lanes, lane, choose, nodeRun };
}
