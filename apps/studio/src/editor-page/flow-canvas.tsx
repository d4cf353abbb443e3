'use client';

import type { Point } from '@weftwork/editor';
import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  type EdgeChange,
  ReactFlow,
  SelectionMode,
} from '@xyflow/react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { FarCanvas } from '../canvas/far/far-canvas';
import { EdgeMarkers, FlowEdge as FlowEdgeView } from '../canvas/flow-edge';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { LoopCard } from '../canvas/loop-card';
import { NodeCard } from '../canvas/node-card';
import { FAR_CLASSES, useFarLevel } from '../canvas/use-far-class';
import { useFit } from '../canvas/use-fit';
import { ConnectionHint } from './connection-hint';
import { EdgeTools } from './edge-tools';
import { useEditorStore, useFlow } from './editor-store';
import { useConnecting } from './use-connecting';
import { picked, useDragging } from './use-dragging';
import { useDropping } from './use-dropping';
import { useFarGestures } from './use-far-gestures';

const NODE_TYPES = { card: NodeCard, loop: LoopCard };
const EDGE_TYPES = { flow: FlowEdgeView };

/** Far away the flow only pans and zooms: one canvas element draws. */
const NO_NODES: readonly FlowNode[] = [];
const NO_EDGES: readonly FlowEdge[] = [];

export interface FlowCanvasProps {
  /** A connection was let go over nothing: offer what to add there. */
  readonly onDropConnection: (from: { nodeId: string; handle: string }, at: Point) => void;
  readonly onOpenNode: (id: string) => void;
  readonly children?: ReactNode;
}

/** Draws the document and reports gestures as edits. A drag is one edit, made when it ends. */
export function FlowCanvas({ onDropConnection, onOpenNode, children }: FlowCanvasProps) {
  const store = useEditorStore();
  const level = useFarLevel();
  const isFar = level === 2;
  const nodes = useFlow((state) => (isFar ? NO_NODES : state.nodes));
  const edges = useFlow((state) => (isFar ? NO_EDGES : state.edges));
  const [hoveredEdge, setHoveredEdge] = useState<string>();
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fit = useFit();

  const { onNodesChange, onDrag, onDragStop } = useDragging();
  const connecting = useConnecting(onDropConnection);
  const dropping = useDropping();
  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const { chosen, choose } = store.getState();
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length > 0) choose(chosen.nodes, picked(chosen.edges, picks));
    },
    [store],
  );

  const gestures = useFarGestures({
    far: isFar,
    store,
    onOpenNode,
    onMoved: (moved) => onDragStop(undefined, moved),
  });

  const hover = useMemo(
    () => ({
      enter: (_: unknown, edge: FlowEdge) => {
        clearTimeout(leave.current);
        setHoveredEdge(edge.id);
      },
      leave: () => {
        leave.current = setTimeout(() => setHoveredEdge(undefined), 250);
      },
      stay: () => clearTimeout(leave.current),
    }),
    [],
  );

  return (
    <div className={`flow ${FAR_CLASSES[level]}`} {...gestures}>
      <EdgeMarkers />
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes as FlowNode[]}
        edges={edges as FlowEdge[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDrag={(event, _, moved) => onDrag(event, moved)}
        onNodeDragStop={(event, _, moved) => onDragStop(event, moved)}
        onSelectionDrag={onDrag}
        onSelectionDragStop={onDragStop}
        {...connecting}
        onPaneClick={() => store.getState().choose([])}
        onNodeDoubleClick={(_, node) => onOpenNode(node.id)}
        onEdgeMouseEnter={hover.enter}
        onEdgeMouseLeave={hover.leave}
        {...dropping}
        onlyRenderVisibleElements
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
        selectionMode={SelectionMode.Partial}
        snapToGrid
        snapGrid={[8, 8]}
        connectionLineType={ConnectionLineType.SmoothStep}
        connectionRadius={28}
        minZoom={0.05}
        maxZoom={2}
        onInit={() => fit(store.flow.getState().nodes)}
        zoomOnDoubleClick={false}
        panOnScroll
        attributionPosition="bottom-left"
      >
        {isFar ? <FarCanvas read={store.flow.getState} subscribe={store.flow.subscribe} /> : null}
        <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
        <EdgeTools edgeId={hoveredEdge} onEnter={hover.stay} onLeave={hover.leave} />
        <ConnectionHint />
        {children}
      </ReactFlow>
    </div>
  );
}
