import {
  isJsonObject,
  type JsonObject,
  type Layout,
  LayoutSchema,
  SCHEMA_VERSION,
  SettingsSchema,
  safeParseGraph,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
} from '@weftwork/schema';

/** What the canvas shows: the meaning and where things stand, as plain data. Never changed in place. */
export interface CanvasDocument {
  readonly graph: WorkflowGraph;
  readonly layout: Layout;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Opens a stored draft. A draft may be wrong in many ways and must still open: what is missing gets its default, what
 * is unknown is kept, so that saving again loses nothing. Expects `nodes` and `edges` to be lists of objects with ids.
 */
export function openDocument(graph: unknown, layout?: unknown): CanvasDocument {
  const parsed = safeParseGraph(graph);
  return {
    graph: parsed.ok ? parsed.graph : tolerantGraph(graph),
    layout: isJsonObject(layout) ? { ...layout, nodes: readPlaces(layout.nodes) } : { nodes: noPlaces() },
  };
}

type Places = Layout['nodes'];

/** Further out nothing is found again, and the drawing of an edge takes as long as it is. */
const FURTHEST = 1_000_000;

/** The places that can be drawn; nodes without one get one. */
export function readPlaces(value: unknown): Places {
  const places = noPlaces();
  if (!isJsonObject(value)) return places;
  for (const [id, place] of Object.entries(value)) {
    const read = PlaceSchema.safeParse(place);
    if (read.success && Math.max(...measuresOf(read.data)) <= FURTHEST) places[id] = read.data;
  }
  return places;
}

const PlaceSchema = LayoutSchema.shape.nodes.unwrap().valueType;
const measuresOf = ({ x, y, width = 0, height = 0 }: Places[string]) => [x, y, width, height].map(Math.abs);

/** Without a prototype, since ids are words of people: a node may be called "constructor". */
export function noPlaces(): Places {
  return Object.create(null) as Places;
}

function tolerantGraph(value: unknown): WorkflowGraph {
  const graph = isJsonObject(value) ? value : {};
  const settings = isJsonObject(graph.settings) ? graph.settings : {};
  // The casts are the edge of the tolerated: the server lists every wrong field as an issue.
  return {
    ...(graph as object),
    schemaVersion: SCHEMA_VERSION,
    id: typeof graph.id === 'string' ? graph.id : 'workflow',
    name: typeof graph.name === 'string' ? graph.name : '',
    inputSchema: objectOr(graph.inputSchema),
    outputSchema: objectOr(graph.outputSchema),
    nodes: listOf(graph.nodes).map(tolerantNode),
    edges: listOf(graph.edges) as unknown as WorkflowEdge[],
    settings: { ...SettingsSchema.parse({}), ...settings },
  };
}

function tolerantNode(node: JsonObject): WorkflowNode {
  return {
    onError: 'fail',
    ...node,
    name: typeof node.name === 'string' ? node.name : String(node.id),
    config: objectOr(node.config),
  } as unknown as WorkflowNode;
}

const objectOr = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A document like `document` with another list of nodes or edges, or other places. */
export function withGraph(document: CanvasDocument, part: Partial<WorkflowGraph>): CanvasDocument {
  return { ...document, graph: { ...document.graph, ...part } };
}

export function withPlaces(
  document: CanvasDocument,
  places: Readonly<Record<string, Layout['nodes'][string] | undefined>>,
): CanvasDocument {
  const nodes = Object.assign(noPlaces(), document.layout.nodes);
  for (const [id, place] of Object.entries(places)) {
    if (place === undefined) delete nodes[id];
    else nodes[id] = place;
  }
  return { ...document, layout: { ...document.layout, nodes } };
}

export function replaceNode(
  document: CanvasDocument,
  id: string,
  change: (node: WorkflowNode) => WorkflowNode,
): CanvasDocument {
  return withGraph(document, {
    nodes: document.graph.nodes.map((node) => (node.id === id ? change(node) : node)),
  });
}
