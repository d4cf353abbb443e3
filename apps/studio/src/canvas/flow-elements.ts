import {
  CARD,
  type CanvasDocument,
  DEFAULT_HANDLE,
  definitionOf,
  ERROR_HANDLE,
  type HandlePlan,
  indexOf,
  isContainer,
  nodeSize,
  parentsOf,
  planHandles,
  type Size,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';

export const INPUT_HANDLE = 'in';

export type FlowNode = Node<{ readonly source: WorkflowNode }, 'card' | 'loop'>;
export type FlowEdge = Edge<
  {
    /** How far below its source the long part runs, where it does not go straight. */ readonly lane?: number;
  },
  'flow'
>;

export interface Chosen {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

export const NOTHING_CHOSEN: Chosen = { nodes: new Set(), edges: new Set() };

/** What is drawn already, and of which document. */
export interface Drawn {
  readonly nodes: readonly FlowNode[];
  /** Undefined before the first drawing. */
  readonly document: CanvasDocument | undefined;
}

/**
 * What React Flow draws of a document. Nodes that say the same as before keep their identity, so that an edit of one
 * draws one. Sizes and handles are given, so that edges stand before their nodes are mounted.
 */
export function flowNodes(document: CanvasDocument, chosen: Chosen, before: Drawn): FlowNode[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  // What a card shows follows from its node, its place and the edges that leave it; a loop's size from its body too.
  const edgesStay = before.document?.graph.edges === document.graph.edges;
  const nodes = document.graph.nodes.map((node) => {
    const known = old.get(node.id);
    const place = document.layout.nodes[node.id];
    const stays =
      edgesStay &&
      known?.type === 'card' &&
      known.data.source === node &&
      known.position.x === place?.x &&
      known.position.y === place.y &&
      known.selected === chosen.nodes.has(node.id);
    return stays ? known : flowNode(document, node, chosen.nodes.has(node.id), known);
  });
  const sorted = nodes.some((node) => node.parentId !== undefined) ? byDepth(document, nodes) : nodes;
  return sameItems(sorted, before.nodes) ? (before.nodes as FlowNode[]) : sorted;
}

/** Loops before what stands in them. */
function byDepth(document: CanvasDocument, nodes: readonly FlowNode[]): FlowNode[] {
  const depth = new Map(nodes.map(({ id }) => [id, parentsOf(document.graph, id).length]));
  return nodes.toSorted((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0));
}

/** Nodes or edges with another selection; those that stay as they were keep their identity. */
export function reselected<Item extends FlowNode | FlowEdge>(
  items: readonly Item[],
  chosen: ReadonlySet<string>,
): readonly Item[] {
  const next = items.map((item) =>
    chosen.has(item.id) === item.selected ? item : { ...item, selected: chosen.has(item.id) },
  );
  return sameItems(next, items) ? items : next;
}

const sameItems = <Item>(now: readonly Item[], before: readonly Item[]) =>
  now.length === before.length && now.every((item, index) => item === before[index]);

/** Whether every node stands where it stood, as large as it was. */
export function sameBoxes(now: readonly FlowNode[], before: readonly FlowNode[]): boolean {
  return (
    now.length === before.length &&
    now.every((node, index) => {
      const old = before[index]!;
      return (
        node === old ||
        (node.id === old.id &&
          node.parentId === old.parentId &&
          node.position.x === old.position.x &&
          node.position.y === old.position.y &&
          node.width === old.width &&
          node.height === old.height &&
          node.handles?.length === old.handles?.length)
      );
    })
  );
}

/** Whether the same edges lead from the same outputs to the same nodes. */
export function sameEnds(now: readonly FlowEdge[], before: readonly FlowEdge[]): boolean {
  return (
    now.length === before.length &&
    now.every((edge, index) => {
      const old = before[index]!;
      return (
        edge === old ||
        (edge.id === old.id &&
          edge.source === old.source &&
          edge.target === old.target &&
          edge.sourceHandle === old.sourceHandle)
      );
    })
  );
}

function flowNode(
  document: CanvasDocument,
  node: WorkflowNode,
  selected: boolean,
  old: FlowNode | undefined,
): FlowNode {
  const size = nodeSize(document, nodeDefinitions, node);
  const place = document.layout.nodes[node.id] ?? { x: 0, y: 0 };
  const plan = planHandles(nodeDefinitions, document.graph, node);
  const handles = handleBoxes(node, plan, size);
  const same =
    old?.data.source === node &&
    old.selected === selected &&
    old.position.x === place.x &&
    old.position.y === place.y &&
    old.width === size.width &&
    old.height === size.height &&
    old.handles?.length === handles.length;
  if (same) return old;
  return {
    id: node.id,
    type: isContainer(nodeDefinitions, node) ? 'loop' : 'card',
    position: { x: place.x, y: place.y },
    data: { source: node },
    ...size,
    // Known without drawing, so that nothing is told to have changed its size when it is drawn.
    measured: size,
    handles,
    selected,
    ...(isPlacedInLoop(document, node.id) ? { parentId: node.parentId as string } : {}),
  };
}

/** Whether a node is drawn inside another. Loops that stand in each other have no outermost one, so they stand alone. */
function isPlacedInLoop({ graph }: CanvasDocument, id: string): boolean {
  const outermost = parentsOf(graph, id).at(-1);
  if (outermost === undefined) return false;
  const { nodes } = indexOf(graph);
  const beyond = nodes.get(outermost)?.parentId;
  return beyond === undefined || !nodes.has(beyond);
}

/** The edges with the heights at which they pass the cards in their way. */
export function withLanes(edges: readonly FlowEdge[], lanes: ReadonlyMap<string, number>): FlowEdge[] {
  return edges.map((edge) => {
    const lane = lanes.get(edge.id);
    if (lane === edge.data?.lane) return edge;
    return { ...edge, data: lane === undefined ? {} : { lane } };
  });
}

/** Where each handle stands on its card: the same numbers as in the style sheet. */
function handleBoxes(node: WorkflowNode, plan: HandlePlan, size: Size): NodeHandle[] {
  const out = (id: string, middle: number): NodeHandle => ({
    id,
    type: 'source',
    position: Position.Right,
    x: size.width - 4,
    y: middle - 4.5,
    width: 9,
    height: 9,
  });
  const boxes: NodeHandle[] = [];
  if (definitionOf(nodeDefinitions, node)?.hasInput !== false) {
    boxes.push({
      id: INPUT_HANDLE,
      type: 'target',
      position: Position.Left,
      x: -4,
      y: CARD.handleTop,
      width: 7,
      height: 9,
    });
  }
  if (plan.header !== undefined) boxes.push(out(plan.header, CARD.handleTop + 4.5));
  const rows = [...plan.rows, ...plan.orphans];
  const top = size.height - CARD.border - CARD.footer - rows.length * CARD.row;
  rows.forEach((handle, index) => {
    boxes.push(out(handle, top + (index + 0.5) * CARD.row));
  });
  if (plan.error) boxes.push(out(ERROR_HANDLE, size.height - CARD.border - CARD.footer / 2));
  return boxes;
}

export function flowEdges(document: CanvasDocument, chosen: Chosen, before: readonly FlowEdge[]): FlowEdge[] {
  const old = new Map(before.map((edge) => [edge.id, edge]));
  const ids = new Set(document.graph.nodes.map((node) => node.id));
  const edges = document.graph.edges
    .filter((edge) => ids.has(edge.source) && ids.has(edge.target))
    .map((edge) => {
      const handle = edge.sourceHandle ?? DEFAULT_HANDLE;
      const selected = chosen.edges.has(edge.id);
      const known = old.get(edge.id);
      const same =
        known?.source === edge.source &&
        known.target === edge.target &&
        known.sourceHandle === handle &&
        known.selected === selected;
      if (same) return known;
      return {
        id: edge.id,
        type: 'flow' as const,
        source: edge.source,
        sourceHandle: handle,
        target: edge.target,
        targetHandle: INPUT_HANDLE,
        selected,
        ...(known?.data ? { data: known.data } : {}),
      };
    });
  return sameItems(edges, before) ? (before as FlowEdge[]) : edges;
}

/** Where edges meet a handle, from the corner of what the node stands in. */
export function handlePoint(node: FlowNode, handle: string): { x: number; y: number } {
  const box = node.handles?.find((each) => each.id === handle);
  const { x, y } = node.position;
  if (!box) return { x: x + (handle === INPUT_HANDLE ? 0 : (node.width ?? 0)), y: y + 21 };
  return {
    x: x + box.x + (handle === INPUT_HANDLE ? 0 : (box.width ?? 0)),
    y: y + box.y + (box.height ?? 0) / 2,
  };
}
