'use client';

import { useMemo, useState } from 'react';
import type { NodeRunStatus } from '../api/types';
import { useNodeState } from '../canvas/canvas-store';
import { latestOf } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { laneKey } from '../run-state/timeline';

export interface Lane {
  readonly key: string;
  readonly path: readonly number[];
  readonly status: NodeRunStatus;
}

/**
 * The iterations in which a node ran, and the one that is looked at: the one that its card tells of, such as the one
 * that failed, unless another is chosen.
 */
export function useLanes(id: string, view: RunView | undefined) {
  const told = useNodeState(id)?.nodeRun;
  const lanes = useMemo(
    (): Lane[] =>
      view
        ? latestOf(view)
            .filter((one) => one.nodeId === id)
            .map(({ nodeId, iterationPath, status }) => ({
              key: laneKey(nodeId, iterationPath),
              path: iterationPath ?? [],
              status,
            }))
        : [],
    [view, id],
  );
  const [chosen, choose] = useState<string>();
  const onCard = told && laneKey(told.nodeId, told.iterationPath);
  const find = (key: string | undefined) => lanes.find((one) => one.key === key);
  const lane = find(chosen) ?? find(onCard) ?? lanes.at(-1);
  return { lanes, lane, choose };
}
