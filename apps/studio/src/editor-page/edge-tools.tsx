'use client';

import { indexOf } from '@weftwork/editor';
import { useInternalNode, ViewportPortal } from '@xyflow/react';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCanvas } from '../canvas/canvas-store';
import { edgePath } from '../canvas/edge-path';
import { type FlowNode, INPUT_HANDLE } from '../canvas/flow-elements';
import { useRunAction } from './actions/action-context';
import { useEditor, useEditorStore, useFlow } from './editor-store';

interface EdgeToolsProps {
  readonly edgeId: string | undefined;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** Plus and cross in the middle of the edge under the pointer, or of the one selected. One for all edges, and none in a drag. */
export function EdgeTools({ edgeId, onEnter, onLeave }: EdgeToolsProps) {
  const only = useEditor((state) =>
    state.chosen.edges.size === 1 && state.chosen.nodes.size === 0 ? [...state.chosen.edges][0] : undefined,
  );
  const id = edgeId ?? only;
  const edge = useCanvas((state) =>
    id === undefined ? undefined : indexOf(state.document.graph).edges.get(id),
  );
  const dragging = useFlow((state) => state.dragging);
  if (!edge || dragging) return null;
  return <Tools key={edge.id} edge={edge} onEnter={onEnter} onLeave={onLeave} />;
}

type Tool = Omit<EdgeToolsProps, 'edgeId'> & {
  readonly edge: { id: string; source: string; target: string; sourceHandle?: string | undefined };
};

function Tools({ edge, onEnter, onLeave }: Tool) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const act = useRunAction();
  const lane = useFlow((state) => state.edges.find((each) => each.id === edge.id)?.data?.lane);
  const from = useEnd(edge.source, edge.sourceHandle ?? 'default');
  const to = useEnd(edge.target, INPUT_HANDLE);
  if (!from || !to) return null;
  /** Actions are about the selection, so the edge becomes it first. */
  const does = (action: 'insertOnEdge' | 'remove') => () => {
    store.getState().choose([], [edge.id]);
    act(action);
  };
  const { labelX, labelY } = edgePath(
    { sourceX: from.x, sourceY: from.y, targetX: to.x, targetY: to.y },
    lane,
  );
  return (
    <ViewportPortal>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the buttons in place */}
      <div
        className="edge-tools nopan nodrag"
        style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
        onMouseEnter={onEnter}
        onMouseLeave={onLeave}
      >
        <button
          type="button"
          className="btn"
          tabIndex={-1}
          aria-label={t('edge.insert')}
          title={t('edge.insert')}
          onClick={does('insertOnEdge')}
        >
          <Plus className="i" aria-hidden />
        </button>
        <button
          type="button"
          className="btn"
          tabIndex={-1}
          aria-label={t('edge.remove')}
          title={t('edge.remove')}
          onClick={does('remove')}
        >
          <X className="i" aria-hidden />
        </button>
      </div>
    </ViewportPortal>
  );
}

function useEnd(nodeId: string, handle: string): { x: number; y: number } | undefined {
  const node = useInternalNode<FlowNode>(nodeId);
  if (!node) return undefined;
  const at = node.internals.positionAbsolute;
  const bounds = [
    ...(node.internals.handleBounds?.source ?? []),
    ...(node.internals.handleBounds?.target ?? []),
  ];
  const box = bounds.find((each) => each.id === handle) ?? node.handles?.find((each) => each.id === handle);
  if (!box) return undefined;
  return {
    x: at.x + box.x + (handle === INPUT_HANDLE ? 0 : (box.width ?? 0)),
    y: at.y + box.y + (box.height ?? 0) / 2,
  };
}
