'use client';

import type { Point } from '@weftwork/editor';
import { ConnectionLineType, type EdgeChange, ReactFlow, SelectionMode } from '@xyflow/react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Dots } from '../canvas/dots';
import { FarCanvas } from '../canvas/far/far-canvas';
import { FlowEdge as FlowEdgeView } from '../canvas/flow-edge';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { LoopCard } from '../canvas/loop-card';
import { NodeCard } from '../canvas/node-card';
import { SignSheet } from '../canvas/signs/sign-sheet';
import { FAR_CLASSES, useFarLevel } from '../canvas/use-far-class';
import { useFit } from '../canvas/use-fit';
import { ViewLayer } from '../canvas/view-layer';
import { ConnectionHint } from './connection-hint';
import { EdgeTools } from './edge-tools';
import { useAtRest, useEditorStore, useFlow } from './editor-store';
import { FlowFeed } from './flow-feed';
import { useConnecting } from './use-connecting';
import { picked, useDragging } from './use-dragging';
import { useDropping } from './use-dropping';
import { useFarGestures } from './use-far-gestures';

const NODE_TYPES = { card: NodeCard, loop: LoopCard };
const EDGE_TYPES = { flow: FlowEdgeView };

const SNAP_GRID: [number, number] = [8, 8];
const ADD_TO_SELECTION = ['Meta', 'Control', 'Shift'];

export interface FlowCanvasProps {
  /** A connection was let go over nothing: offer what to add there. */
  readonly onDropConnection: (from: { nodeId: string; handle: string }, at: Point) => void;
  readonly onOpenNode: (id: string) => void;
  readonly children?: ReactNode;
}

/**
 * Draws the document and reports gestures as edits. A drag is one edit, made when it ends. What React Flow gets as
 * properties stays the same from one drawing to the next: each that changes has it ask all cards again.
 */
export function FlowCanvas({ onDropConnection, onOpenNode, children }: FlowCanvasProps) {
  const store = useEditorStore();
  // A drag is followed by what it began on, cards or the one canvas, whatever is zoomed meanwhile.
  const level = useAtRest(useFarLevel());
  const isFar = level === 2;
  const holding = useFlow((state) => state.dragging);
  /** Nothing is drawn before the view stands: what the first view shows would be drawn for nothing. */
  const [stands, setStands] = useState(false);
  const [hoveredEdge, setHoveredEdge] = useState<string>();
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fit = useFit();
  const latest = useRef({ onDropConnection, onOpenNode });
  latest.current = { onDropConnection, onOpenNode };

  const dragging = useDragging();
  const connecting = useConnecting(
    useCallback<FlowCanvasProps['onDropConnection']>(
      (from, at) => latest.current.onDropConnection(from, at),
      [],
    ),
  );
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
    onMoved: (moved) => dragging.letGo(undefined, moved),
  });

  const onInit = useCallback(() => {
    fit(store.flow.getState().nodes);
    setStands(true);
  }, [fit, store]);
  const onPaneClick = useCallback(() => store.getState().choose([]), [store]);
  const onNodeDoubleClick = useCallback(
    (_: unknown, node: FlowNode) => latest.current.onOpenNode(node.id),
    [],
  );

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
    <div className={`flow ${FAR_CLASSES[level]}${holding ? ' holding' : ''}`} {...gestures}>
      <SignSheet />
      <ReactFlow<FlowNode, FlowEdge>
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        {...dragging.handlers}
        onEdgesChange={onEdgesChange}
        {...connecting}
        onPaneClick={onPaneClick}
        onNodeDoubleClick={onNodeDoubleClick}
        onEdgeMouseEnter={hover.enter}
        onEdgeMouseLeave={hover.leave}
        {...dropping}
        onlyRenderVisibleElements
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={ADD_TO_SELECTION}
        selectionMode={SelectionMode.Partial}
        snapToGrid
        snapGrid={SNAP_GRID}
        connectionLineType={ConnectionLineType.SmoothStep}
        connectionRadius={28}
        minZoom={0.05}
        maxZoom={2}
        onInit={onInit}
        zoomOnDoubleClick={false}
        panOnScroll
        attributionPosition="bottom-left"
      >
        {stands ? <FlowFeed far={isFar} /> : null}
        {isFar ? <FarCanvas read={store.flow.getState} subscribe={store.flow.subscribe} /> : null}
        <Dots />
        <ViewLayer flat={holding} />
        <EdgeTools edgeId={hoveredEdge} onEnter={hover.stay} onLeave={hover.leave} />
        <ConnectionHint />
        {children}
      </ReactFlow>
    </div>
  );
}
