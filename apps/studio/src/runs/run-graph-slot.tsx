'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { WorkflowVersion } from '../api/types';
import type { RunView } from '../run-state/run-view';
import { useWide } from '../ui/use-wide';
import { NodeStrip } from './node-strip';

/** The canvas is loaded behind the values, which people came for. */
const RunGraph = dynamic(() => import('../canvas/run-graph').then((module) => module.RunGraph), {
  ssr: false,
});

export interface RunGraphSlotProps {
  readonly version: WorkflowVersion | undefined;
  readonly view: RunView;
  /** Id of the node whose values are shown. */
  readonly selected: string | undefined;
  readonly onChoose: (nodeId: string, path?: readonly number[]) => void;
}

/** The graph that ran, with the state of every node; a list of the same on a phone. */
export function RunGraphSlot({ version, view, selected, onChoose }: RunGraphSlotProps) {
  const t = useTranslations('runs');
  const wide = useWide();
  if (!version) return null;
  const { version: number } = view.run;
  return (
    <section className="panel graph-panel">
      <div className="ph">
        <h3>{typeof number === 'number' ? t('graph.version', { version: number }) : t('graph.draft')}</h3>
        <span className="t11 mut ell">{t('graph.asItRan')}</span>
      </div>
      {wide ? (
        <div className="graph-box">
          <RunGraph
            graph={version.graph}
            layout={version.layout}
            view={view}
            selected={selected}
            onChoose={onChoose}
          />
        </div>
      ) : (
        <NodeStrip graph={version.graph} view={view} onChoose={onChoose} />
      )}
    </section>
  );
}
