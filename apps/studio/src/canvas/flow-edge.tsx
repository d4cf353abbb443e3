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
  const [line, area, head, label] = useShiftedPath(props);
  const count = state && state.count > 1 ? state.count : undefined;
  return (
    <>
      <path ref={line} d={path} className={`e e-${status}${props.selected || takes ? ' sel' : ''}`} />
      <path
        ref={area}
        d={path}
        className="react-flow__edge-interaction"
        fill="none"
        strokeOpacity={0}
        strokeWidth={20}
      />
      <path ref={head} d={arrowHead(props)} className={`mk mk-${status}`} />
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

/** Every edge comes from the left. A marker of SVG would be a drawing of its own for each edge. */
const arrowHead = ({ targetX: x, targetY: y }: Pick<Ends, 'targetX' | 'targetY'>) =>
  `M${x - 5} ${y - 2.6}L${x} ${y}L${x - 5} ${y + 2.6}`;

const labelPlace = (x: number, y: number) => `translate(-50%, -50%) translate(${x}px, ${y}px)`;

/** The parts of an edge that follow its nodes while these are dragged. Each drawing makes them right again. */
function useShiftedPath({ source, target, data, ...ends }: EdgeProps<FlowEdgeType>) {
  const shifts = useContext(ShiftsContext);
  const line = useRef<SVGPathElement>(null);
  const area = useRef<SVGPathElement>(null);
  const head = useRef<SVGPathElement>(null);
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
      head.current?.setAttribute('d', arrowHead(moved));
      label.current?.style.setProperty('transform', labelPlace(labelX, labelY));
    };
    show();
    return shifts.subscribe(show);
  });
  return [line, area, head, label] as const;
}
