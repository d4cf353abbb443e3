import type { Sketch, SketchEdge, SketchNode } from './sketch';

/** A node among its edges. Only edges that hold are here: both ends exist, in one container. */
export interface MapNode {
  readonly node: SketchNode;
  readonly container: Container;
  /** Place in the container. */
  readonly slot: number;
  readonly in: readonly MapEdge[];
  readonly out: readonly MapEdge[];
}

export interface MapEdge {
  readonly edge: SketchEdge;
  readonly source: MapNode;
  readonly target: MapNode;
  readonly handle: string;
}

/** The top level, or the body of a loop. */
export interface Container {
  readonly loop?: MapNode;
  readonly nodes: readonly MapNode[];
  /** The nodes so that each stands behind its sources; nodes on or behind a cycle are left out. */
  readonly order: readonly MapNode[];
}

export interface GraphMap {
  readonly root: Container;
  readonly containers: readonly Container[];
  readonly bodies: ReadonlyMap<MapNode, Container>;
  /** Of several nodes with one id, the first. */
  readonly byId: ReadonlyMap<string, MapNode>;
  /** All nodes in document order, those with a taken id included. */
  readonly all: readonly MapNode[];
}

type Draft = { -readonly [Key in keyof MapNode]: MapNode[Key] } & { in: MapEdge[]; out: MapEdge[] };
type ContainerDraft = { -readonly [Key in keyof Container]: Container[Key] } & { nodes: MapNode[] };

/** Links a sketch. A node whose parent is no usable loop is put at the top level; that is reported elsewhere. */
export function mapGraph(sketch: Sketch): GraphMap {
  const root: ContainerDraft = { nodes: [], order: [] };
  const byId = new Map<string, Draft>();
  const all: Draft[] = [];
  const bodies = new Map<string, ContainerDraft>();
  for (const node of sketch.nodes) {
    const draft: Draft = { node, container: root, slot: 0, in: [], out: [] };
    all.push(draft);
    if (byId.has(node.id)) continue;
    byId.set(node.id, draft);
    if (node.definition?.kind === 'loop') bodies.set(node.id, { loop: draft, nodes: [], order: [] });
  }
  for (const draft of all) {
    const { parentId } = draft.node;
    const parent = parentId === undefined || isInsideItself(draft, byId) ? undefined : bodies.get(parentId);
    const container = parent ?? root;
    draft.container = container;
    draft.slot = container.nodes.length;
    container.nodes.push(draft);
  }
  for (const edge of sketch.edges) {
    const source = byId.get(edge.source ?? '');
    const target = byId.get(edge.target ?? '');
    if (!source || !target || source.container !== target.container) continue;
    const linked: MapEdge = { edge, source, target, handle: edge.sourceHandle ?? 'default' };
    source.out.push(linked);
    target.in.push(linked);
  }
  const containers = [root, ...bodies.values()];
  for (const container of containers) container.order = sortByEdges(container.nodes);
  const bodyOf = new Map<MapNode, Container>();
  for (const body of bodies.values()) bodyOf.set(body.loop!, body);
  return { root, containers, bodies: bodyOf, byId, all };
}

/** Whether following parents from a node leads round in a circle. */
export function isInsideItself(
  start: { node: SketchNode },
  byId: ReadonlyMap<string, { node: SketchNode }>,
): boolean {
  const seen = new Set<SketchNode>();
  let at: { node: SketchNode } | undefined = start;
  while (at) {
    if (seen.has(at.node)) return true;
    seen.add(at.node);
    at = at.node.parentId === undefined ? undefined : byId.get(at.node.parentId);
  }
  return false;
}

function sortByEdges(nodes: readonly MapNode[]): MapNode[] {
  const waiting = new Map(nodes.map((node) => [node, node.in.length]));
  const order = nodes.filter((node) => node.in.length === 0);
  for (let index = 0; index < order.length; index++) {
    for (const { target } of order[index]!.out) {
      const left = waiting.get(target)! - 1;
      waiting.set(target, left);
      if (left === 0) order.push(target);
    }
  }
  return order;
}
