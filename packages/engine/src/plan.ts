import type {
  LoopPolicy,
  NodeDefinitions,
  NodeKind,
  OnError,
  Retry,
  WorkflowGraph,
  WorkflowNode,
} from '@weftwork/schema';

/*
 * A compiled graph: nodes, edges and containers linked by reference and numbered, so that a step of a run is a few
 * array reads. Compiling resolves no secrets and reads no values; a plan is shared by all runs of a version.
 */

export interface PlanEdge {
  readonly id: string;
  readonly source: PlanNode;
  readonly target: PlanNode;
  /** The output of the source it hangs on. */
  readonly handle: string;
}

export interface PlanNode {
  readonly id: string;
  /** Place in `graph.nodes`. */
  readonly index: number;
  /** Place in its container. */
  readonly slot: number;
  readonly kind: NodeKind;
  readonly join: 'all' | 'any';
  readonly node: WorkflowNode;
  readonly container: PlanContainer;
  readonly in: readonly PlanEdge[];
  readonly out: readonly PlanEdge[];
  /** Output handles with at least one edge. */
  readonly connected: ReadonlySet<string>;
  /** Handles that fail the run when nothing is connected to them. */
  readonly failingHandles: readonly string[];
  readonly onError: OnError;
  readonly retry?: Retry;
  /** Whether starting it counts against `maxSteps`. */
  readonly countsStep: boolean;
  /** Only loops: what repeats, and how. */
  readonly body?: PlanContainer;
  readonly loop?: LoopPolicy;
}

/** The top level of a graph or the body of a loop. */
export interface PlanContainer {
  readonly index: number;
  readonly loop?: PlanNode;
  readonly nodes: readonly PlanNode[];
  /** What starts when the container is entered. */
  readonly entries: readonly PlanNode[];
  /** Nodes without out-edges: whose data is an iteration's result when nothing is collected. */
  readonly exits: readonly PlanNode[];
  /** In-edges per slot, copied into each new scope. */
  readonly inDegrees: readonly number[];
}

export interface Plan {
  readonly graph: WorkflowGraph;
  readonly nodes: readonly PlanNode[];
  readonly byId: ReadonlyMap<string, PlanNode>;
  readonly containers: readonly PlanContainer[];
  readonly root: PlanContainer;
  readonly start: PlanNode;
  /** `output` nodes in graph order. */
  readonly outputs: readonly PlanNode[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Writable<PlanNode> & { in: PlanEdge[]; out: PlanEdge[]; connected: Set<string> };
type ContainerDraft = Writable<PlanContainer> & {
  nodes: PlanNode[];
  entries: PlanNode[];
  exits: PlanNode[];
  inDegrees: number[];
};

/** Compiles a graph that passed publish validation; on any other graph it may throw. */
export function compile(graph: WorkflowGraph, definitions: NodeDefinitions): Plan {
  const root = createContainer(0);
  const containers: ContainerDraft[] = [root];
  const bodies = new Map<string, ContainerDraft>();
  for (const node of graph.nodes) {
    if (definitions[node.type].kind !== 'loop') continue;
    const body = createContainer(containers.length);
    containers.push(body);
    bodies.set(node.id, body);
  }

  const nodes = graph.nodes.map((node, index) => {
    const container = node.parentId === undefined ? root : bodies.get(node.parentId);
    if (!container) throw new Error(`Node ${node.id} stands in ${node.parentId}, which is no loop`);
    const draft = createNode(node, index, container, definitions, bodies.get(node.id));
    container.nodes.push(draft);
    const body = bodies.get(node.id);
    if (body) body.loop = draft;
    return draft;
  });

  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const edge of graph.edges) connect(edge, byId);
  for (const container of containers) finish(container);

  const start = nodes.find((node) => node.kind === 'entry');
  if (!start) throw new Error('The graph has no start node');
  return {
    graph,
    nodes,
    byId,
    containers,
    root,
    start,
    outputs: nodes.filter((node) => node.kind === 'exit'),
  };
}

function createContainer(index: number): ContainerDraft {
  return { index, nodes: [], entries: [], exits: [], inDegrees: [] };
}

function createNode(
  node: WorkflowNode,
  index: number,
  container: ContainerDraft,
  definitions: NodeDefinitions,
  body: PlanContainer | undefined,
): Draft {
  const definition = definitions[node.type];
  return {
    id: node.id,
    index,
    slot: container.nodes.length,
    kind: definition.kind,
    join: definition.join(node.config),
    node,
    container,
    in: [],
    out: [],
    connected: new Set(),
    failingHandles: definition.failingHandles,
    onError: node.onError,
    ...(node.retry === undefined ? {} : { retry: node.retry }),
    countsStep: definition.kind !== 'entry' && definition.kind !== 'exit',
    ...(body === undefined ? {} : { body }),
    ...(definition.loopPolicy === undefined ? {} : { loop: definition.loopPolicy(node.config) }),
  };
}

function connect(edge: WorkflowGraph['edges'][number], byId: ReadonlyMap<string, Draft>): void {
  const source = byId.get(edge.source);
  const target = byId.get(edge.target);
  if (!source || !target) throw new Error(`Edge ${edge.id} has a loose end`);
  const planned: PlanEdge = { id: edge.id, source, target, handle: edge.sourceHandle ?? 'default' };
  source.out.push(planned);
  source.connected.add(planned.handle);
  target.in.push(planned);
}

function finish(container: ContainerDraft): void {
  for (const node of container.nodes) {
    container.inDegrees.push(node.in.length);
    if (node.in.length === 0 && (container.loop !== undefined || node.kind === 'entry'))
      container.entries.push(node);
    if (node.out.length === 0) container.exits.push(node);
  }
}
