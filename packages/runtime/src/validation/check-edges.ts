import { nearName } from '@weftwork/expressions';
import type { GraphMap, MapNode } from './graph-map';
import type { Report } from './report';
import type { Sketch, SketchEdge, SketchNode } from './sketch';

/** Ends, handles and borders of edges, and handles that should lead somewhere. */
export function checkEdges(sketch: Sketch, map: GraphMap, report: Report): void {
  const seen = new Map<string, SketchEdge>();
  for (const edge of sketch.edges) {
    const source = endOf(edge, 'source', map, report);
    const target = endOf(edge, 'target', map, report);
    if (source) checkSourceHandle(edge, source.node, report);
    if (target) checkTargetHandle(edge, target.node, report);
    if (!source || !target) continue;
    if (source.container !== target.container) {
      const message = `"${edge.source}" and "${edge.target}" do not stand in the same loop; an edge never crosses its border.`;
      report.edge(edge, 'EDGE_CROSSES_CONTAINER', [], message);
    }
    const key = JSON.stringify([edge.source, edge.sourceHandle ?? 'default', edge.target]);
    const first = seen.get(key);
    if (first)
      report.edge(edge, 'DUPLICATE_EDGE', [], `The edge "${first.id}" connects the same ends; remove one.`);
    else seen.set(key, edge);
  }
  for (const node of map.byId.values()) warnOfLooseHandles(node, report);
}

function endOf(
  edge: SketchEdge,
  end: 'source' | 'target',
  map: GraphMap,
  report: Report,
): MapNode | undefined {
  const id = edge[end];
  if (id === undefined) return undefined;
  const found = map.byId.get(id);
  if (!found) {
    const near = nearName(id, map.byId.keys());
    const hint = near === undefined ? 'remove the edge' : `did you mean "${near}"?`;
    report.edge(
      edge,
      'EDGE_NODE_MISSING',
      [end],
      `There is no node "${id}"; ${hint}${near === undefined ? '.' : ''}`,
    );
  }
  return found;
}

/** The outputs that a node has as it is configured. */
export function handlesOf(node: SketchNode): readonly string[] {
  if (!node.definition) return [];
  const handles = node.definition.handles(node.config);
  return node.onError === 'branch' ? [...handles, 'error'] : handles;
}

function checkSourceHandle(edge: SketchEdge, source: SketchNode, report: Report): void {
  if (!source.definition) return;
  const handles = handlesOf(source);
  if (handles.includes(edge.sourceHandle ?? 'default')) return;
  const choice = handles.map((handle) => `"${handle}"`).join(', ');
  if (handles.length === 0) {
    report.edge(
      edge,
      'UNKNOWN_HANDLE',
      ['source'],
      `Nothing leads on from "${source.id}": it is an ${source.type} node.`,
    );
  } else if (edge.sourceHandle === undefined) {
    report.edge(
      edge,
      'HANDLE_REQUIRED',
      ['sourceHandle'],
      `Say which output of "${source.id}" is meant: ${choice}.`,
    );
  } else {
    const hint = edge.sourceHandle === 'error' ? '; "error" is there when onError is "branch"' : '';
    const message = `"${source.id}" has no output "${edge.sourceHandle}"; it has ${choice}${hint}.`;
    report.edge(edge, 'UNKNOWN_HANDLE', ['sourceHandle'], message);
  }
}

function checkTargetHandle(edge: SketchEdge, target: SketchNode, report: Report): void {
  if (target.definition && !target.definition.hasInput) {
    report.edge(
      edge,
      'UNKNOWN_HANDLE',
      ['target'],
      `Nothing leads into "${target.id}": it is a ${target.type} node.`,
    );
  } else if (edge.targetHandle !== undefined && edge.targetHandle !== 'default') {
    const message = `"${target.id}" has one input, "default", and none called "${edge.targetHandle}".`;
    report.edge(edge, 'UNKNOWN_HANDLE', ['targetHandle'], message);
  }
}

function warnOfLooseHandles({ node, out }: MapNode, report: Report): void {
  const failing = [
    ...(node.definition?.failingHandles ?? []),
    ...(node.onError === 'branch' ? ['error'] : []),
  ];
  const handles = handlesOf(node);
  for (const handle of failing) {
    if (!handles.includes(handle) || out.some((edge) => edge.handle === handle)) continue;
    const message = `Nothing is connected to "${handle}" of "${node.id}", so the run fails there.`;
    report.node(node, 'UNCONNECTED_HANDLE', [], message, 'warning');
  }
}
