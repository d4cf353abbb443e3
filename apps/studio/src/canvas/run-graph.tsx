'use client';

import { openDocument, placeMissing } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { Layout, WorkflowGraph } from '@weftwork/schema';
import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { foremostNode, nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { CanvasContext, CanvasHandlersContext, type CanvasState, NOTHING_POINTED } from './canvas-store';
import { ReadingZoomRow } from './zoom-row';
import './canvas.css';
import { Dots } from './dots';
import { edgeLanes } from './edge-lanes';
import { type Drawing, FarCanvas } from './far/far-canvas';
import { boxAt, sceneOf } from './far/far-scene';
import { FlowEdge } from './flow-edge';
import {
  type Drawn,
  type FlowEdge as FlowEdgeType,
  type FlowNode,
  flowEdges,
  flowNodes,
  withLanes,
} from './flow-elements';
import { LoopCard } from './loop-card';
import { NodeCard } from './node-card';
import { overlayOf } from './run-overlay';
import { SignSheet } from './signs/sign-sheet';
import { FAR_CLASSES, useFarLevel } from './use-far-class';
import { useFit } from './use-fit';
import { ViewLayer } from './view-layer';

const NODE_TYPES = { card: NodeCard, loop: LoopCard };
const EDGE_TYPES = { flow: FlowEdge };
const NO_NODES: FlowNode[] = [];
const NO_EDGES: FlowEdgeType[] = [];

export interface RunGraphProps {
  readonly graph: WorkflowGraph;
  readonly layout?: Layout | null | undefined;
  /** The run to draw over it; without it the graph alone. */
  readonly view?: RunView | undefined;
  readonly selected?: string | undefined;
  readonly onChoose?: ((nodeId: string, iterationPath?: readonly number[]) => void) | undefined;
}

/** The graph of one version, read-only, with the states of a run. Fills the box it stands in. */
export function RunGraph(props: RunGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

function Graph({ graph, layout, view, selected, onChoose }: RunGraphProps) {
  const document = useMemo(
    () => placeMissing(openDocument(graph, layout ?? undefined), nodeDefinitions),
    [graph, layout],
  );
  const [iteration, setIteration] = useState<readonly number[]>([]);
  const [store] = useState(() =>
    createStore<CanvasState>(() => ({
      document,
      readOnly: true,
      issues: new Map(),
      overlay: undefined,
      stale: new Set<string>(),
      iteration: [],
      pointed: NOTHING_POINTED,
    })),
  );
  const chosen = useMemo(
    () => ({ nodes: new Set(selected === undefined ? [] : [selected]), edges: new Set<string>() }),
    [selected],
  );
  const drawn = useRef<Drawn>({ nodes: [], document: undefined });
  const nodes = useMemo(() => {
    const nodes = flowNodes(document, chosen, drawn.current);
    drawn.current = { nodes, document };
    return nodes;
  }, [document, chosen]);
  const edgesBefore = useRef<FlowEdgeType[]>([]);
  const edges = useMemo(() => {
    const straight = flowEdges(document, chosen, edgesBefore.current);
    edgesBefore.current = withLanes(straight, edgeLanes(nodes, straight));
    return edgesBefore.current;
  }, [document, chosen, nodes]);
  useEffect(() => {
    const overlay = view ? overlayOf(document, view, iteration, store.getState().overlay) : undefined;
    store.setState({ document, iteration, overlay });
  }, [store, document, view, iteration]);
  const handlers = useMemo(() => ({ openAdd: () => undefined, showIteration: setIteration }), []);
  const level = useFarLevel();
  const isFar = level === 2;
  const { screenToFlowPosition } = useReactFlow();
  const drawing = useDrawing(nodes, edges);
  const choose = (nodeId: string) =>
    onChoose?.(nodeId, store.getState().overlay?.nodes.get(nodeId)?.nodeRun.iterationPath);
  const fit = useFit('reading');
  return (
    <CanvasContext value={store}>
      <CanvasHandlersContext value={handlers}>
        <div className={`canvas read-only ${FAR_CLASSES[level]}`}>
          <SignSheet />
          <ReactFlow<FlowNode, FlowEdgeType>
            nodes={isFar ? NO_NODES : nodes}
            edges={isFar ? NO_EDGES : edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            onNodeClick={(_, node) => choose(node.id)}
            onPaneClick={(event) => {
              const at = screenToFlowPosition({ x: event.clientX, y: event.clientY });
              const box = isFar ? boxAt(sceneOf(nodes), at) : undefined;
              if (box) choose(box.id);
            }}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={onChoose !== undefined}
            edgesFocusable={false}
            elementsSelectable={false}
            onlyRenderVisibleElements
            minZoom={0.05}
            maxZoom={2}
            onInit={() => fit(nodes, 0, view && (selected ?? foremostNode(nodeStates(view)) ?? nodes[0]?.id))}
            zoomOnDoubleClick={false}
            panOnScroll={false}
            preventScrolling={false}
            zoomOnScroll={false}
            attributionPosition="bottom-left"
          >
            {isFar ? <FarCanvas {...drawing} /> : null}
            <Dots />
            <ViewLayer />
            <ReadingZoomRow {...drawing} />
          </ReactFlow>
        </div>
      </CanvasHandlersContext>
    </CanvasContext>
  );
}

/** The drawn elements as something that the far canvas can read at any time and hears about. */
function useDrawing(nodes: readonly FlowNode[], edges: readonly FlowEdgeType[]) {
  const [drawing] = useState(() => createStore<Drawing>(() => ({ nodes, edges })));
  useEffect(() => drawing.setState({ nodes, edges }), [drawing, nodes, edges]);
  return { read: drawing.getState, subscribe: drawing.subscribe };
}
