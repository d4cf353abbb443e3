import type { JsonObject, NodeType, WorkflowNode } from '@weftwork/schema';
import { type CanvasDocument, openDocument } from './document';

/** Options of nodes in a sketch, by id. The type is `transform` where nothing says otherwise. */
export type NodeOptions = Partial<Omit<WorkflowNode, 'id'>> & { readonly type?: NodeType };

/**
 * A document drawn as text for tests: `"a>b b.yes>c"` gives edges, with the output behind the dot. Nodes come in the
 * order they are named; `start` and `output` are what they say.
 */
export function sketch(text: string, options: Readonly<Record<string, NodeOptions>> = {}): CanvasDocument {
  const ids = new Set<string>();
  const edges: JsonObject[] = [];
  for (const pair of text.split(/\s+/).filter(Boolean)) {
    const [from, target] = pair.split('>') as [string, string | undefined];
    const [source, sourceHandle] = from.split('.') as [string, string | undefined];
    ids.add(source);
    if (target === undefined) continue;
    ids.add(target);
    edges.push({ id: `e${edges.length + 1}`, source, target, ...(sourceHandle ? { sourceHandle } : {}) });
  }
  for (const id of Object.keys(options)) ids.add(id);
  const nodes = [...ids].map((id, index) => ({
    id,
    type: id === 'start' || id === 'output' ? id : 'transform',
    name: id.toUpperCase(),
    config: {},
    ...options[id],
    order: index,
  }));
  const places = Object.fromEntries(nodes.map(({ id, order }) => [id, { x: order * 240, y: 0 }]));
  const graph = { id: 'w', name: 'W', nodes: nodes.map(({ order: _, ...node }) => node), edges };
  return openDocument(graph, { nodes: places });
}

/** Edges as text, `a>b a.yes>c`, in their order. */
export function edgesText(document: CanvasDocument): string {
  return document.graph.edges
    .map((edge) => `${edge.source}${edge.sourceHandle ? `.${edge.sourceHandle}` : ''}>${edge.target}`)
    .join(' ');
}
