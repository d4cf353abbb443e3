'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useCanvas } from '../canvas/canvas-store';
import { latestAttempts, startsWith } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { laneKey } from '../run-state/timeline';
import { nodeNames } from '../runs/node-names';
import { NodeRunInspector } from '../runs/node-run-inspector';

/** What went into a node in the shown run and what came out, by iteration and attempt. */
export function NodeValues({ id, view }: { id: string; view: RunView | undefined }) {
  const t = useTranslations('canvas');
  const graph = useCanvas((state) => state.document.graph);
  const iteration = useCanvas((state) => state.iteration);
  const names = useMemo(() => nodeNames(graph), [graph]);
  const lanes = useMemo(
    () =>
      view
        ? latestAttempts(view.nodeRuns.values())
            .filter((one) => one.nodeId === id)
            .map((one) => ({ key: laneKey(one.nodeId, one.iterationPath), path: one.iterationPath ?? [] }))
        : [],
    [view, id],
  );
  const [chosen, setChosen] = useState<string>();
  // The iteration that the canvas shows, unless another is chosen here.
  const onCanvas = lanes.filter((one) => startsWith(one.path, iteration.slice(0, one.path.length))).at(-1);
  const lane = lanes.find((one) => one.key === chosen) ?? onCanvas ?? lanes.at(-1);
  if (!view || !lane) return <p className="ib mut t12">{t(view ? 'values.notRun' : 'values.none')}</p>;
  return (
    <div className="node-values">
      {lanes.length > 1 ? (
        <label className="values-pick">
          <span className="t12 mut">{t('values.iteration')}</span>
          <select className="in" value={lane.key} onChange={(event) => setChosen(event.target.value)}>
            {lanes.map((one) => (
              <option key={one.key} value={one.key}>
                {one.path.map((index) => index + 1).join('.') || '1'}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <NodeRunInspector key={lane.key} lane={lane.key} view={view} names={names} log={[]} />
    </div>
  );
}
