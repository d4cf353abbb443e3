import type { JsonObject, JsonValue } from '@weftwork/schema';

type Part = { [field: string]: JsonValue };

/**
 * A graph from text such as `"start>c c.yes>a c.else>out"`: ids in order of appearance, an edge's handle behind a dot.
 * `start` and `out` are what they say, every other node a transform unless told otherwise.
 */
export function drawGraph(text: string, nodes: Record<string, Part> = {}, graph: Part = {}): JsonObject {
  const ids = new Set<string>();
  const edges = text
    .split(/\s+/)
    .filter((edge) => edge !== '')
    .flatMap((drawn, index) => {
      const [from, to] = drawn.split('>') as [string, string?];
      const [source, sourceHandle] = from.split('.') as [string, string?];
      ids.add(source);
      if (to === undefined) return [];
      ids.add(to);
      return [
        { id: `e${index}`, source, ...(sourceHandle === undefined ? {} : { sourceHandle }), target: to },
      ];
    });
  for (const id of Object.keys(nodes)) ids.add(id);
  return {
    schemaVersion: '1.0',
    id: 'drawn',
    name: 'Drawn',
    nodes: [...ids].map((id) => ({ ...plainNode(id), ...nodes[id] })),
    edges,
    ...graph,
  };
}

function plainNode(id: string): Part {
  const type = id === 'start' ? 'start' : id.startsWith('out') ? 'output' : 'transform';
  return { id, type, name: id, config: type === 'start' ? {} : { value: {} } };
}
