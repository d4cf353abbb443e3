import {
  isJsonObject,
  type NodeDefinitions,
  type WorkflowEdge,
  WorkflowEdgeSchema,
  type WorkflowNode,
  WorkflowNodeSchema,
} from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, type Point, withGraph, withPlaces } from '../document';
import { withDescendants } from '../graph-index';
import { definitionOf } from '../handles';
import { edgeIds, freeEdgeId, freeId, nodeIds } from '../ids';
import { remapConfig } from '../references';
import { absolutePlace } from './set-parent';

/** The selected nodes as JSON text: with their bodies, the edges among them and their places. It is itself a graph file. */
export function copyText(document: CanvasDocument, ids: readonly string[]): string {
  const copied = withDescendants(document.graph, ids);
  const nodes = document.graph.nodes.filter((node) => copied.has(node.id));
  const edges = document.graph.edges.filter((edge) => copied.has(edge.source) && copied.has(edge.target));
  const places = Object.fromEntries(
    nodes.map((node) => [
      node.id,
      node.parentId !== undefined && copied.has(node.parentId)
        ? document.layout.nodes[node.id]
        : { ...document.layout.nodes[node.id], ...absolutePlace(document, node.id) },
    ]),
  );
  return JSON.stringify({ graph: { nodes, edges }, layout: { nodes: places } }, null, 2);
}

export interface Pasted {
  readonly diff: EditorDiff;
  /** The new nodes that stand for the copied ones, for the selection. */
  readonly ids: readonly string[];
  /** Copied nodes left out: a second entry, an exit in a loop. */
  readonly skipped: readonly string[];
}

export interface PasteOptions {
  /** Where the top left corner goes; without it the copy stands a little beside the original. */
  readonly at?: Point;
  readonly parentId?: string;
}

/** Reads text as a clipboard or graph file; undefined when it is neither. */
export function readClipboard(
  text: string,
): { nodes: WorkflowNode[]; edges: WorkflowEdge[]; places: Places } | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(document)) return undefined;
  const graph = isJsonObject(document.graph) ? document.graph : document;
  const nodes = WorkflowNodeSchema.array().min(1).safeParse(graph.nodes);
  const edges = WorkflowEdgeSchema.array().safeParse(graph.edges ?? []);
  if (!nodes.success || !edges.success) return undefined;
  const layout =
    isJsonObject(document.layout) && isJsonObject(document.layout.nodes) ? document.layout.nodes : {};
  return { nodes: nodes.data, edges: edges.data, places: layout as unknown as Places };
}

type Places = Readonly<Record<string, (Point & { width?: number; height?: number }) | undefined>>;

/**
 * Puts a copy into the document: every node and edge gets an id of its own, and references among the copied nodes
 * follow; references to other nodes stay as they were.
 */
export function pasteText(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  text: string,
  options: PasteOptions = {},
): Pasted | undefined {
  const clip = readClipboard(text);
  if (!clip) return undefined;
  const skipped = new Set(
    clip.nodes.filter((node) => mayNotPaste(document, definitions, node, options)).map((n) => n.id),
  );
  const nodes = clip.nodes.filter((node) => !skipped.has(node.id));
  if (nodes.length === 0) return { diff: EMPTY_DIFF, ids: [], skipped: [...skipped] };
  const ids = freshIds(document, nodes);
  const isRoot = (node: WorkflowNode) => node.parentId === undefined || !ids.has(node.parentId);
  const shift = shiftOf(document, nodes.filter(isRoot), clip.places, options);
  const made = nodes.map((node) => {
    const { parentId: _, ...rest } = remapConfig(definitions, node, ids);
    const parentId = isRoot(node) ? options.parentId : ids.get(node.parentId!);
    return { ...rest, id: ids.get(node.id)!, ...(parentId === undefined ? {} : { parentId }) };
  });
  const places = Object.fromEntries(
    nodes.map((node) => {
      const place = clip.places[node.id] ?? { x: 0, y: 0 };
      const moved = isRoot(node) ? { ...place, x: place.x + shift.x, y: place.y + shift.y } : { ...place };
      return [ids.get(node.id)!, moved];
    }),
  );
  const next = withGraph(document, {
    nodes: [...document.graph.nodes, ...made],
    edges: [...document.graph.edges, ...copiedEdges(document, clip.edges, ids)],
  });
  return {
    diff: diffBetween(document, withPlaces(next, places)),
    ids: nodes.filter(isRoot).map((node) => ids.get(node.id)!),
    skipped: [...skipped],
  };
}

/** Copies nodes to a place a little beside them. */
export function duplicate(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  selected: readonly string[],
  parentId?: string,
): Pasted {
  const pasted = pasteText(document, definitions, copyText(document, selected), parentId ? { parentId } : {});
  return pasted ?? { diff: EMPTY_DIFF, ids: [], skipped: [] };
}

function mayNotPaste(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  node: WorkflowNode,
  options: PasteOptions,
): boolean {
  const definition = definitionOf(definitions, node);
  if (definition?.kind === 'entry' && document.graph.nodes.some((each) => each.type === node.type))
    return true;
  const inLoop = options.parentId !== undefined || node.parentId !== undefined;
  return inLoop && definition?.allowedInLoop === false;
}

function freshIds(document: CanvasDocument, nodes: readonly WorkflowNode[]): Map<string, string> {
  const taken = nodeIds(document.graph);
  const ids = new Map<string, string>();
  for (const node of nodes) {
    const id = freeId(node.id, taken);
    taken.add(id);
    ids.set(node.id, id);
  }
  return ids;
}

function copiedEdges(
  document: CanvasDocument,
  edges: readonly WorkflowEdge[],
  ids: ReadonlyMap<string, string>,
): WorkflowEdge[] {
  const taken = edgeIds(document.graph);
  return edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = freeEdgeId(taken);
    taken.add(id);
    return [{ ...edge, id, source, target }];
  });
}

function shiftOf(
  document: CanvasDocument,
  roots: readonly WorkflowNode[],
  places: Places,
  { at, parentId }: PasteOptions,
): Point {
  if (at) {
    const xs = roots.map((node) => places[node.id]?.x ?? 0);
    const ys = roots.map((node) => places[node.id]?.y ?? 0);
    return { x: at.x - Math.min(...xs), y: at.y - Math.min(...ys) };
  }
  // Copied places count from the corner of the canvas, those in a loop from the loop's.
  const origin = parentId === undefined ? { x: 0, y: 0 } : absolutePlace(document, parentId);
  return { x: BESIDE - origin.x, y: BESIDE - origin.y };
}

const BESIDE = 32;
