import type { JsonObject } from '@weftwork/schema';

/** start, what is given, output; each with an edge to the next. */
export function graph(
  id: string,
  middle: JsonObject[] = [],
  value: JsonObject = { n: '{{ inputs.n ?? 1 }}' },
): JsonObject {
  const nodes = [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    ...middle,
    { id: 'out', type: 'output', name: 'Out', config: { value } },
  ] as { id: string }[];
  const edges = nodes.slice(1).map((node, index) => {
    const source = nodes[index]!;
    const handle = (source as { handle?: string }).handle;
    return {
      id: `e${index}`,
      source: source.id,
      target: node.id,
      ...(handle === undefined ? {} : { sourceHandle: handle }),
    };
  });
  for (const node of nodes) delete (node as { handle?: string }).handle;
  return { schemaVersion: '1.0', id, name: `Workflow ${id}`, nodes, edges } as unknown as JsonObject;
}

export const approval = (id = 'review'): JsonObject => ({
  id,
  type: 'human_input',
  name: 'Review',
  config: { mode: 'approval', message: 'Go on?' },
  handle: 'approved',
});

export const form = (): JsonObject => ({
  id: 'ask',
  type: 'human_input',
  name: 'Ask',
  config: {
    mode: 'form',
    message: 'Who?',
    schema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
  },
  handle: 'answered',
});
