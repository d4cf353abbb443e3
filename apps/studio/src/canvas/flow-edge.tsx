'use client';

import type { Point } from '@weftwork/editor';
import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { memo, useContext, useLayoutEffect, useRef } from 'react';
import { useCanvas } from './canvas-store';
import { type Ends, edgePath } from './edge-path';
import type { FlowEdge as FlowEdgeType } from './flow-elements';
import { ShiftsContext } from './shifts';

/** An edge in right angles; colour, dashes and arrow say what passed. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<FlowEdgeType>) {
  const t = useTranslations('canvas');
  const state = useCanvas((store) => store.overlay?.edges.get(props.id));
  const takes = useCanvas((store) => store.pointed.edgeId === props.id);
  const isError = props.sourceHandleId === 'error';
  const passed = state?.status ?? 'idle';
  const status = isError && passed !== 'skipped' ? 'error' : passed;
  const { path, labelX, labelY } = edgePath(props, props.data?.lane);
  const [line, area, label] = useShiftedPath(props);
  const count = state && state.count > 1 ? state.count : undefined;
  return (
    <>
      <path
        ref={line}
        d={path}
        className={`e e-${status}${props.selected || takes ? ' sel' : ''}`}
        markerEnd={`url(#wf-m-${status})`}
      />
      <path
        ref={area}
        d={path}
        className="react-flow__edge-interaction"
        fill="none"
        strokeOpacity={0}
        strokeWidth={20}
      />
      {isError || count ? (
        <EdgeLabelRenderer>
          <span
            ref={label}
            className={`el${isError ? ' err' : ' ok'}`}
            style={{ transform: labelPlace(labelX, labelY) }}
          >
            {isError ? t('handles.error') : null}
            {count ? ` ${count}×` : null}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});

const labelPlace = (x: number, y: number) => `translate(-50%, -50%) translate(${x}px, ${y}px)`;

/** The parts of an edge that follow its nodes while these are dragged. Each drawing makes them right again. */
function useShiftedPath({ source, target, data, ...ends }: EdgeProps<FlowEdgeType>) {
  const shifts = useContext(ShiftsContext);
  const line = useRef<SVGPathElement>(null);
  const area = useRef<SVGPathElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let shown: readonly (Point | undefined)[] = [undefined, undefined];
    const show = () => {
      const now = shifts.getState();
      const [from, to] = [now.get(source), now.get(target)];
      if (from === shown[0] && to === shown[1]) return;
      shown = [from, to];
      const moved: Ends = {
        sourceX: ends.sourceX + (from?.x ?? 0),
        sourceY: ends.sourceY + (from?.y ?? 0),
        targetX: ends.targetX + (to?.x ?? 0),
        targetY: ends.targetY + (to?.y ?? 0),
      };
      const { path, labelX, labelY } = edgePath(moved, data?.lane);
      line.current?.setAttribute('d', path);
      area.current?.setAttribute('d', path);
      label.current?.style.setProperty('transform', labelPlace(labelX, labelY));
    };
    show();
    return shifts.subscribe(show);
  });
  return [line, area, label] as const;
}

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
