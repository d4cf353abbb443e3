'use client';

import { useMemo, useState } from 'react';
import { useCanvas } from '../canvas/canvas-store';
import { latestOf, startsWith } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { laneKey } from '../run-state/timeline';

export interface Lane {
  readonly key: string;
  readonly path: readonly number[];
}

/** The iterations in which a node ran, and the one that is looked at: the canvas's, unless another is chosen. */
export function useLanes(id: string, view: RunView | undefined) {
  const iteration = useCanvas((state) => state.iteration);
  const lanes = useMemo(
    (): Lane[] =>
      view
        ? latestOf(view)
            .filter((one) => one.nodeId === id)
            .map((one) => ({ key: laneKey(one.nodeId, one.iterationPath), path: one.iterationPath ?? [] }))
        : [],
    [view, id],
  );
  const [chosen, choose] = useState<string>();
  const onCanvas = lanes.filter((one) => startsWith(one.path, iteration.slice(0, one.path.length))).at(-1);
  const lane = lanes.find((one) => one.key === chosen) ?? onCanvas ?? lanes.at(-1);
  return { lanes, lane, choose };
}
