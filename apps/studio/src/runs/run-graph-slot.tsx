'use client';

import { useTranslations } from 'next-intl';
import type { WorkflowGraph } from '../api/types';
import { nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';

export interface RunGraphSlotProps {
  readonly graph: WorkflowGraph | undefined;
  /** The draft is drawn in place of an unlisted test version. */
  readonly approximate: boolean;
  readonly view: RunView;
  readonly onChoose: (nodeId: string, path?: readonly number[]) => void;
}

/** The graph that ran, with the state of every node. */
export function RunGraphSlot({ graph, approximate, view, onChoose }: RunGraphSlotProps) {
  const t = useTranslations('runs');
  const s = useTranslations('shell');
  if (!graph) return null;
  const states = nodeStates(view);
  const { version } = view.run;
  return (
    <section className="panel graph-panel">
      <div className="ph">
        <h3>{typeof version === 'number' ? t('graph.version', { version }) : t('graph.draft')}</h3>
        <span className="t11 mut ell">{approximate ? t('graph.approximate') : t('graph.asItRan')}</span>
      </div>
      <ul className="node-strip">
        {graph.nodes.map((node) => {
          const state = states.get(node.id);
          const status = state?.status ?? 'idle';
          return (
            <li key={node.id}>
              <button
                type="button"
                className={`node-pill is-${status}`}
                disabled={!state}
                title={s(`status.${status}`)}
                onClick={() => onChoose(node.id, state?.nodeRun.iterationPath)}
              >
                <NodeIcon type={node.type} />
                <span className="ell">{node.name}</span>
                <span className={`st st-${status}`}>
                  <StatusIcon status={status} />
                  <span className="sr">{s(`status.${status}`)}</span>
                </span>
                {state && state.runs > 1 ? <span className="mut t11">×{state.runs}</span> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
