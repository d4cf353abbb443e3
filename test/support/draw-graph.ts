import {
  type NodeType,
  SettingsSchema,
  type WorkflowGraph,
  type WorkflowNode,
  WorkflowNodeSchema,
} from '@weftwork/schema';

type NodeOptions = Partial<Omit<WorkflowNode, 'id'>>;

/** Ids in order of appearance, and the edges between them: `a>b`, `a>b,c`, `a.handle>b`, or an id alone. */
export function readDrawing(drawing: string): { ids: Set<string>; edges: WorkflowGraph['edges'] } {
  const ids = new Set<string>();
  const edges: WorkflowGraph['edges'] = [];
  for (const token of drawing.split(/\s+/).filter((text) => text !== '')) {
    const [from, targets] = token.split('>');
    const [source, sourceHandle] = from!.split('.');
    ids.add(source!);
    for (const target of targets?.split(',') ?? []) {
      ids.add(target);
      edges.push({
        id: `e${edges.length}`,
        source: source!,
        ...(sourceHandle === undefined ? {} : { sourceHandle }),
        target,
      });
    }
  }
  return { ids, edges };
}

/**
 * A graph drawn as text: `"start>c c.yes>a c.else>b a>M b>M M>output"`. `a.handle>b` names an output. Types follow
 * the id (`start`, `output`/`out…`, `M…` merge, `L…` loop, `c…` condition, `h…` http, `x…` code, anything else
 * transform) unless `nodes` says otherwise; nodes stand in order of appearance.
 */
export function drawGraph(
  drawing: string,
  nodes: Readonly<Record<string, NodeOptions>> = {},
  rest: Partial<Omit<WorkflowGraph, 'nodes' | 'edges' | 'settings'>> & {
    settings?: Partial<WorkflowGraph['settings']>;
  } = {},
): WorkflowGraph {
  const { ids, edges } = readDrawing(drawing);
  for (const id of Object.keys(nodes)) ids.add(id);
  const { settings, ...head } = rest;
  return {
    schemaVersion: '1.0',
    id: 'drawn',
    name: 'Drawn',
    inputSchema: {},
    outputSchema: {},
    ...head,
    nodes: [...ids].map((id) =>
      WorkflowNodeSchema.parse({ id, type: typeOf(id), name: id, config: configOf(id), ...nodes[id] }),
    ),
    edges,
    settings: SettingsSchema.parse({ maxLoopIterations: 1000, maxSteps: 10_000, ...settings }),
  };
}

function typeOf(id: string): NodeType {
  if (id === 'start') return 'start';
  if (id.startsWith('out')) return 'output';
  if (id.startsWith('M')) return 'merge';
  if (id.startsWith('L')) return 'loop';
  if (id.startsWith('c')) return 'condition';
  if (id.startsWith('h')) return 'http';
  if (id.startsWith('x')) return 'code';
  return 'transform';
}

function configOf(id: string): WorkflowNode['config'] {
  switch (typeOf(id)) {
    case 'output':
    case 'transform':
      return { value: { at: id } };
    case 'condition':
      return { cases: [{ id: 'yes', when: 'inputs.yes' }] };
    case 'loop':
      return { over: 'count', count: 2 };
    case 'http':
      return { method: 'GET', url: `http://127.0.0.1/${id}`, expect: 'any' };
    case 'code':
      return { language: 'javascript', source: 'function main(input) { return input; }', input: { at: id } };
    default:
      return {};
  }
}
