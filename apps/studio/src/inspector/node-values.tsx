'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useCanvas } from '../canvas/canvas-store';
import type { RunView } from '../run-state/run-view';
import { nodeNames } from '../runs/node-names';
import { NodeRunInspector } from '../runs/node-run-inspector';
import { LanePick } from './lane-pick';
import { useLanes } from './use-lanes';

/** What went into a node in the shown run and what came out, by iteration and attempt. */
export function NodeValues({ id, view }: { id: string; view: RunView | undefined }) {
  const t = useTranslations('canvas');
  const graph = useCanvas((state) => state.document.graph);
  const names = useMemo(() => nodeNames(graph), [graph]);
  const { lanes, lane, choose } = useLanes(id, view);
  if (!view || !lane) return <p className="ib mut t12">{t(view ? 'values.notRun' : 'values.none')}</p>;
  return (
    <div className="node-values">
      <LanePick lanes={lanes} lane={lane} onChoose={choose} />
      <NodeRunInspector key={lane.key} lane={lane.key} view={view} names={names} log={[]} />
    </div>
  );
}
