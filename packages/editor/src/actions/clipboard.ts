import {
  type Issue,
  isJsonObject,
  type Layout,
  type NodeDefinitions,
  parseJsonText,
  SCHEMA_VERSION,
  safeParseGraph,
  type WorkflowEdge,
  type WorkflowNode,
  withoutCredentials,
} from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, type Point, readPlaces, withGraph, withPlaces } from '../document';
import { withDescendants } from '../graph-index';
import { definitionOf } from '../handles';
import { edgeIds, freeEdgeId, freeId, nodeIds } from '../ids';
import { isContainer } from '../node-size';
import { remapConfig } from '../references';
import { absolutePlace } from './set-parent';
import { placeMissing } from './tidy';

/** The selected nodes as JSON text: with their bodies, the edges among them and their places. It is itself a graph file. */
export interface Copied {
  /** For the clipboard, which travels: without the credentials that were typed in. */
  readonly text: string;
  /** As they are, for the workflow they were copied from. */
  readonly whole: string;
}

export function copyText(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  ids: readonly string[],
): Copied {
  const copied = withDescendants(document.graph, ids);
  const nodes = document.graph.nodes.filter((node) => copied.has(node.id));
  const edges = document.graph.edges.filter((edge) => copied.has(edge.source) && copied.has(edge.target));
  const places = nodes.map((node): [string, unknown] => [
    node.id,
    node.parentId !== undefined && copied.has(node.parentId)
      ? document.layout.nodes[node.id]
      : { ...document.layout.nodes[node.id], ...absolutePlace(document, node.id) },
  ]);
  const write = (written: readonly WorkflowNode[]) =>
    JSON.stringify(
      { graph: { nodes: written, edges }, layout: { nodes: Object.fromEntries(places) } },
      null,
      2,
    );
  const bare = nodes.map((node) => {
    const config = withoutCredentials(node.config, definitionOf(definitions, node));
    return config === node.config ? node : { ...node, config };
  });
  return { text: write(bare), whole: write(nodes) };
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

export interface Clip {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly places: Layout['nodes'];
}

/** `issue` says what is wrong with it; without one it is no graph at all. */
export type ClipRead =
  | { readonly ok: true; readonly clip: Clip }
  | { readonly ok: false; readonly issue: Issue | undefined };

/**
 * Reads text as a clipboard or graph file. What would not be kept as it is written is refused, as the import of a file
 * refuses it.
 */
export function readClipboard(text: string): ClipRead {
  let json: ReturnType<typeof parseJsonText>;
  try {
    json = parseJsonText(text);
  } catch {
    return { ok: false, issue: undefined };
  }
  const { value, duplicates, unsafeIntegers } = json;
  if (!isJsonObject(value)) return { ok: false, issue: undefined };
  const graph = isJsonObject(value.graph) ? value.graph : value;
  if (!Array.isArray(graph.nodes) || graph.nodes.length === 0) return { ok: false, issue: undefined };
  const { nodes, edges = [], schemaVersion = SCHEMA_VERSION } = graph;
  const parsed = safeParseGraph({ schemaVersion, id: 'clipboard', name: '', nodes, edges });
  const issues = [
    ...duplicates,
    ...unsafeIntegers,
    ...(parsed.ok ? twice(parsed.graph.nodes) : parsed.issues),
  ];
  if (!parsed.ok || issues.length > 0) return { ok: false, issue: issues[0] };
  const layout = isJsonObject(value.layout) ? value.layout.nodes : undefined;
  return { ok: true, clip: { ...parsed.graph, places: readPlaces(layout) } };
}

/** In the words of the server, which refuses such a file too. */
function twice(nodes: readonly WorkflowNode[]): Issue[] {
  const first = new Map<string, number>();
  return nodes.flatMap(({ id, name }, index): Issue[] => {
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `The nodes ${before} ("${nodes[before]?.name}") and ${index} ("${name}") both have the id "${id}"; rename one.`;
    return [
      { code: 'DUPLICATE_NODE_ID', severity: 'error', path: `/nodes/${index}/id`, message, nodeId: id },
    ];
  });
}

export type PasteAnswer =
  | ({ readonly ok: true } & Pasted)
  | { readonly ok: false; readonly issue: Issue | undefined };

/**
 * Puts a copy into the document: every node and edge gets an id of its own, and references among the copied nodes
 * follow; references to other nodes stay as they were.
 */
export function pasteText(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  text: string,
  options: PasteOptions = {},
): PasteAnswer {
  const read = readClipboard(text);
  return read.ok ? { ok: true, ...pasteClip(document, definitions, read.clip, options) } : read;
}

function pasteClip(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  clip: Clip,
  options: PasteOptions,
): Pasted {
  const skipped = new Set(
    clip.nodes.filter((node) => mayNotPaste(document, definitions, node, options)).map((n) => n.id),
  );
  const nodes = clip.nodes.filter((node) => !skipped.has(node.id));
  if (nodes.length === 0) return { diff: EMPTY_DIFF, ids: [], skipped: [...skipped] };
  const ids = freshIds(document, nodes);
  const loops = new Set(nodes.filter((node) => isContainer(definitions, node)).map((node) => node.id));
  const { graph, layout } = placeMissing(asDocument(document, clip), definitions);
  // Loops that stand in each other stand in nothing.
  const isRoot = ({ id, parentId }: WorkflowNode) =>
    parentId === undefined || !loops.has(parentId) || withDescendants(graph, [id]).has(parentId);
  const roots = new Set(nodes.filter(isRoot));
  const shift = shiftOf(document, [...roots], layout.nodes, options);
  const made = nodes.map((node) => {
    const { parentId: _, ...rest } = remapConfig(definitions, node, ids);
    const parentId = roots.has(node) ? options.parentId : ids.get(node.parentId!);
    return { ...rest, id: ids.get(node.id)!, ...(parentId === undefined ? {} : { parentId }) };
  });
  const places = Object.fromEntries(
    nodes.map((node) => {
      const place = layout.nodes[node.id] ?? { x: 0, y: 0 };
      const moved = roots.has(node) ? { ...place, x: place.x + shift.x, y: place.y + shift.y } : { ...place };
      return [ids.get(node.id)!, moved];
    }),
  );
  const next = withGraph(document, {
    nodes: [...document.graph.nodes, ...made],
    edges: [...document.graph.edges, ...copiedEdges(document, clip.edges, ids)],
  });
  return {
    diff: diffBetween(document, withPlaces(next, places)),
    ids: [...roots].map((node) => ids.get(node.id)!),
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
  const { whole } = copyText(document, definitions, selected);
  const pasted = pasteText(document, definitions, whole, parentId ? { parentId } : {});
  return pasted.ok ? pasted : { diff: EMPTY_DIFF, ids: [], skipped: [] };
}

/** What was copied as a document of its own, so that what has no place gets one among the others. */
function asDocument({ graph }: CanvasDocument, { nodes, edges, places }: Clip): CanvasDocument {
  return { graph: { ...graph, nodes: [...nodes], edges: [...edges] }, layout: { nodes: places } };
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
  places: Layout['nodes'],
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
