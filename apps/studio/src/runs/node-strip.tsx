'use client';

import { useTranslations } from 'next-intl';
import type { WorkflowGraph } from '../api/types';
import { nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';

/** The nodes of a graph in its own order with their states, for screens too narrow to draw it. */
export function NodeStrip(props: {
  graph: WorkflowGraph;
  view: RunView;
  onChoose: (nodeId: string, path?: readonly number[]) => void;
}) {
  const t = useTranslations('shell');
  const states = nodeStates(props.view);
  return (
    <ul className="node-strip">
      {props.graph.nodes.map((node) => {
        const state = states.get(node.id);
        const status = state?.status ?? 'idle';
        return (
          <li key={node.id}>
            <button
              type="button"
              className={`node-pill is-${status}`}
              disabled={!state}
              title={t(`status.${status}`)}
              onClick={() => props.onChoose(node.id, state?.nodeRun.iterationPath)}
            >
              <NodeIcon type={node.type} />
              <span className="ell">{node.name}</span>
              <span className={`st st-${status}`}>
                <StatusIcon status={status} />
                <span className="sr">{t(`status.${status}`)}</span>
              </span>
              {state && state.runs > 1 ? <span className="mut t11">×{state.runs}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
