import { findCycles } from './find-cycles';
import { type GraphMap, isInsideItself, type MapNode } from './graph-map';
import type { Report } from './report';
import type { Sketch, SketchNode } from './sketch';

/** Ids, containers, the one start, outputs, cycles and what cannot be reached. */
export function checkStructure(sketch: Sketch, map: GraphMap, maxNodes: number, report: Report): void {
  if (sketch.nodes.length > maxNodes) {
    const message = `The graph has ${sketch.nodes.length} nodes; ${maxNodes} are allowed. Move some into a sub-workflow.`;
    report.add('TOO_MANY_NODES', ['nodes'], message);
  }
  checkIds(sketch, report);
  for (const node of map.all) checkParent(node, map, report);
  checkEnds(sketch, report);
  for (const container of map.containers) {
    if (container.loop && container.nodes.length === 0) {
      report.node(
        container.loop.node,
        'LOOP_EMPTY',
        [],
        'The loop has no node in it; put in what it shall repeat.',
      );
    }
    for (const { edge, nodes } of findCycles(container.nodes)) {
      const names = nodes.map((node) => `"${node.node.id}"`).join(', ');
      report.edge(
        edge.edge,
        'GRAPH_CYCLE',
        [],
        `This edge closes a cycle of ${names}; to repeat, use a loop node.`,
      );
    }
  }
  checkReach(map, report);
}

function checkIds(sketch: Sketch, report: Report): void {
  const firstNode = new Map<string, SketchNode>();
  for (const node of sketch.nodes) {
    const first = firstNode.get(node.id);
    if (first) {
      const message = `The nodes ${first.index} ("${first.name}") and ${node.index} ("${node.name}") both have the id "${node.id}"; rename one.`;
      report.node(node, 'DUPLICATE_NODE_ID', ['id'], message);
    } else firstNode.set(node.id, node);
  }
  const firstEdge = new Map<string, number>();
  for (const edge of sketch.edges) {
    if (edge.id === '') continue;
    const first = firstEdge.get(edge.id);
    if (first !== undefined) {
      const message = `The edges ${first} and ${edge.index} both have the id "${edge.id}"; rename one.`;
      report.edge(edge, 'DUPLICATE_EDGE_ID', ['id'], message);
    } else firstEdge.set(edge.id, edge.index);
  }
}

function checkParent({ node }: MapNode, map: GraphMap, report: Report): void {
  if (node.parentId === undefined) return;
  const parent = map.byId.get(node.parentId);
  if (!parent) {
    report.node(node, 'PARENT_MISSING', ['parentId'], `There is no node "${node.parentId}" to stand in.`);
  } else if (parent.node.definition && parent.node.definition.kind !== 'loop') {
    const message = `"${node.parentId}" is a ${parent.node.type} node; only a loop contains others.`;
    report.node(node, 'PARENT_NOT_LOOP', ['parentId'], message);
  } else if (isInsideItself({ node }, map.byId)) {
    const message = `"${node.id}" would stand inside itself by way of "${node.parentId}".`;
    report.node(node, 'PARENT_CYCLE', ['parentId'], message);
  }
  if (node.definition?.allowedInLoop === false) {
    report.node(
      node,
      'NODE_NOT_ALLOWED_IN_LOOP',
      ['parentId'],
      `A ${node.type} node never stands in a loop.`,
    );
  }
}

function checkEnds(sketch: Sketch, report: Report): void {
  const starts = sketch.nodes.filter((node) => node.definition?.kind === 'entry');
  if (starts.length === 0) report.add('START_MISSING', ['nodes'], 'The graph needs a start node.');
  for (const extra of starts.slice(1)) {
    report.node(
      extra,
      'START_DUPLICATE',
      [],
      `The graph starts at "${starts[0]!.id}" already; remove one start node.`,
    );
  }
  if (!sketch.nodes.some((node) => node.definition?.kind === 'exit')) {
    report.add('OUTPUT_MISSING', ['nodes'], 'The graph needs at least one output node.');
  }
}

/** At the top level everything begins at start; in a loop everything without in-edges begins. */
function checkReach(map: GraphMap, report: Report): void {
  for (const { loop, nodes } of map.containers) {
    const begins = nodes.filter(({ node, in: edges }) =>
      loop ? edges.length === 0 : node.definition?.kind === 'entry' || node.parentId !== undefined,
    );
    if (!loop && begins.length === 0) continue;
    const reached = new Set(begins);
    for (const at of reached) for (const { target } of at.out) reached.add(target);
    for (const at of nodes) {
      // A second node of one id has no edges of its own.
      if (reached.has(at) || map.byId.get(at.node.id) !== at) continue;
      const message = loop
        ? `Nothing in the loop leads to "${at.node.id}".`
        : `No path leads from start to "${at.node.id}"; connect it or remove it.`;
      report.node(at.node, 'NODE_UNREACHABLE', [], message);
    }
  }
}
