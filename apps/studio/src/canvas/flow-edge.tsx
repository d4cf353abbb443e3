'use client';

import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { useCanvas } from './canvas-store';
import { edgePath } from './edge-path';
import type { FlowEdge as FlowEdgeType } from './flow-elements';

/** An edge in right angles; colour, dashes and arrow say what passed. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<FlowEdgeType>) {
  const t = useTranslations('canvas');
  const state = useCanvas((store) => store.overlay?.edges.get(props.id));
  const takes = useCanvas((store) => store.pointed.edgeId === props.id);
  const isError = props.sourceHandleId === 'error';
  const passed = state?.status ?? 'idle';
  const status = isError && passed !== 'skipped' ? 'error' : passed;
  const { path, labelX, labelY } = edgePath(props, props.data?.lane);
  const count = state && state.count > 1 ? state.count : undefined;
  return (
    <>
      <path
        d={path}
        className={`e e-${status}${props.selected || takes ? ' sel' : ''}`}
        markerEnd={`url(#wf-m-${status})`}
      />
      <path
        d={path}
        className="react-flow__edge-interaction"
        fill="none"
        strokeOpacity={0}
        strokeWidth={20}
      />
      {isError || count ? (
        <EdgeLabelRenderer>
          <span
            className={`el${isError ? ' err' : ' ok'}`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {isError ? t('handles.error') : null}
            {count ? ` ${count}×` : null}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});

const STATUSES = ['idle', 'taken', 'running', 'skipped', 'error'] as const;

/** The arrow heads, once per page. */
export function EdgeMarkers() {
  return (
    <svg className="edge-markers" width="0" height="0" aria-hidden="true">
      <defs>
        {STATUSES.map((status) => (
          <marker
            key={status}
            id={`wf-m-${status}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M1 1l6 3-6 3" className={`mk mk-${status}`} />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
