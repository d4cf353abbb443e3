'use client';

import {
  absolutePlace,
  type ConnectRefusal,
  canConnect,
  connect,
  indexOf,
  LOOP,
  moveNodes,
  type Point,
  reconnect,
  setParent,
  withDescendants,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  ConnectionLineType,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type DragEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { FarCanvas } from '../canvas/far/far-canvas';
import { EdgeMarkers, FlowEdge as FlowEdgeView } from '../canvas/flow-edge';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { LoopCard } from '../canvas/loop-card';
import { NodeCard } from '../canvas/node-card';
import { FAR_CLASSES, useFarLevel } from '../canvas/use-far-class';
import { useFit } from '../canvas/use-fit';
import { useToast } from '../ui/toast';
import { EdgeTools } from './edge-tools';
import { dropNew, loopAt } from './editor-actions';
import { useEditorStore, useFlow } from './editor-store';
import { useFarGestures } from './use-far-gestures';

const NODE_TYPES = { card: NodeCard, loop: LoopCard };
const EDGE_TYPES = { flow: FlowEdgeView };

/** Far away the flow only pans and zooms: one canvas element draws. */
const NO_NODES: readonly FlowNode[] = [];
const NO_EDGES: readonly FlowEdge[] = [];

/** What the palette puts on the drag. */
export const NODE_TYPE_MIME = 'application/x-weftwork-node';

export interface FlowCanvasProps {
  /** A connection was let go over nothing: offer what to add there. */
  readonly onDropConnection: (from: { nodeId: string; handle: string }, at: Point) => void;
  readonly onOpenNode: (id: string) => void;
  readonly children?: ReactNode;
}

/** Draws the document and reports gestures as edits. A drag is one edit, made when it ends. */
export function FlowCanvas({ onDropConnection, onOpenNode, children }: FlowCanvasProps) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const say = useToast();
  const level = useFarLevel();
  const isFar = level === 2;
  const nodes = useFlow((state) => (isFar ? NO_NODES : state.nodes));
  const edges = useFlow((state) => (isFar ? NO_EDGES : state.edges));
  const { screenToFlowPosition } = useReactFlow();
  const [hoveredEdge, setHoveredEdge] = useState<string>();
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fit = useFit();

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const { chosen, choose } = store.getState();
      const { nodes } = store.flow.getState();
      const picks = changes.filter((change) => change.type === 'select');
      const rest = changes.filter((change) => change.type === 'position' || change.type === 'dimensions');
      if (rest.length > 0) {
        store.flow.setState({ nodes: applyNodeChanges(rest.map(keepInside(nodes)), nodes as FlowNode[]) });
      }
      if (picks.length > 0) choose(picked(chosen.nodes, picks), chosen.edges);
    },
    [store],
  );

  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const { chosen, choose } = store.getState();
      const picks = changes.filter((change) => change.type === 'select');
      if (picks.length > 0) choose(chosen.nodes, picked(chosen.edges, picks));
    },
    [store],
  );

  const onDragStop = useCallback(
    (_: unknown, dragged: FlowNode, moved: FlowNode[]) => {
      const { act, document } = store.getState();
      const list = moved.length > 0 ? moved : [dragged];
      const places = Object.fromEntries(list.map((node) => [node.id, rounded(node.position)]));
      const into = loopToEnter(store, list);
      act('move', (now) => {
        if (into === undefined) return moveNodes(now, places);
        const origin = absolutePlace(document, into);
        const inside = Object.fromEntries(
          list.map((node) => [
            node.id,
            {
              x: Math.max(LOOP.padding, places[node.id]!.x - origin.x),
              y: Math.max(LOOP.header + LOOP.padding, places[node.id]!.y - origin.y),
            },
          ]),
        );
        return setParent(
          now,
          list.map((node) => node.id),
          into,
          inside,
        );
      });
    },
    [store],
  );
  const gestures = useFarGestures({
    far: isFar,
    store,
    onOpenNode,
    onMoved: (moved) => moved[0] && onDragStop(undefined, moved[0], [...moved]),
  });

  const answer = useCallback(
    (edge: Connection | FlowEdge) => {
      const { document } = store.getState();
      return canConnect(
        document,
        nodeDefinitions,
        { nodeId: edge.source, handle: edge.sourceHandle ?? 'default' },
        { nodeId: edge.target },
        'id' in edge ? edge.id : undefined,
      );
    },
    [store],
  );
  const isValid = useCallback((edge: Connection | FlowEdge) => answer(edge).ok, [answer]);

  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      store
        .getState()
        .act('connect', (now) =>
          connect(
            now,
            nodeDefinitions,
            { nodeId: source, handle: sourceHandle ?? 'default' },
            { nodeId: target },
          ),
        );
    },
    [store],
  );

  const onReconnect = useCallback(
    (edge: FlowEdge, { source, sourceHandle, target }: Connection) => {
      const from = { nodeId: source, handle: sourceHandle ?? 'default' };
      store
        .getState()
        .act('connect', (now) => reconnect(now, nodeDefinitions, edge.id, from, { nodeId: target }));
    },
    [store],
  );

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, end: FinalConnectionState) => {
      const { fromNode, fromHandle, toNode } = end;
      if (!fromNode || fromHandle?.type !== 'source' || end.isValid) return;
      if (toNode) {
        const refused = answer({
          source: fromNode.id,
          sourceHandle: fromHandle.id ?? null,
          target: toNode.id,
          targetHandle: null,
        });
        if (refused.ok) {
          onConnect({
            source: fromNode.id,
            sourceHandle: fromHandle.id ?? null,
            target: toNode.id,
            targetHandle: null,
          });
        } else if (refused.reason !== 'same_node')
          say(t(`refused.${refused.reason satisfies ConnectRefusal}`), { bad: true });
        return;
      }
      const point = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (!point) return;
      onDropConnection(
        { nodeId: fromNode.id, handle: fromHandle.id ?? 'default' },
        { x: point.clientX, y: point.clientY },
      );
    },
    [answer, onConnect, onDropConnection, say, t],
  );

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = event.dataTransfer.getData(NODE_TYPE_MIME) as NodeType;
      if (!Object.hasOwn(nodeDefinitions, type)) return;
      event.preventDefault();
      const at = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      dropNew(store, type, t(`nodes.${type}.name`), { x: at.x - 24, y: at.y - 17 });
    },
    [store, screenToFlowPosition, t],
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
    <div className={`flow ${FAR_CLASSES[level]}`} {...gestures}>
      <EdgeMarkers />
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes as FlowNode[]}
        edges={edges as FlowEdge[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={(event, moved) => moved[0] && onDragStop(event, moved[0], moved)}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onReconnect={onReconnect}
        isValidConnection={isValid}
        onPaneClick={() => store.getState().choose([])}
        onNodeDoubleClick={(_, node) => onOpenNode(node.id)}
        onEdgeMouseEnter={hover.enter}
        onEdgeMouseLeave={hover.leave}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(NODE_TYPE_MIME)) event.preventDefault();
        }}
        onDrop={onDrop}
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
        {children}
      </ReactFlow>
    </div>
  );
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

/** Keeps body nodes below their loop's header while they are dragged. */
const keepInside =
  (nodes: readonly FlowNode[]) =>
  (change: NodeChange<FlowNode>): NodeChange<FlowNode> => {
    if (change.type !== 'position' || !change.position) return change;
    if (nodes.find((node) => node.id === change.id)?.parentId === undefined) return change;
    return {
      ...change,
      position: {
        x: Math.max(LOOP.padding, change.position.x),
        y: Math.max(LOOP.header + LOOP.padding, change.position.y),
      },
    };
  };

function picked(
  before: ReadonlySet<string>,
  changes: readonly { id: string; selected: boolean }[],
): Set<string> {
  const next = new Set(before);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Unconnected nodes let go over a loop go into it; connected ones stay, since their edges would be cut. */
function loopToEnter(
  store: ReturnType<typeof useEditorStore>,
  moved: readonly FlowNode[],
): string | undefined {
  const { document } = store.getState();
  const { nodes, in: arriving, out: leaving } = indexOf(document.graph);
  const free = moved.every(({ id }) => {
    const node = nodes.get(id);
    return (
      node !== undefined &&
      node.parentId === undefined &&
      nodeDefinitions[node.type]?.allowedInLoop === true &&
      !arriving.has(id) &&
      !leaving.has(id)
    );
  });
  const first = moved[0];
  if (!free || !first) return undefined;
  const center = {
    x: first.position.x + (first.width ?? 0) / 2,
    y: first.position.y + (first.height ?? 0) / 2,
  };
  return loopAt(
    store,
    center,
    withDescendants(
      document.graph,
      moved.map((node) => node.id),
    ),
  );
}
