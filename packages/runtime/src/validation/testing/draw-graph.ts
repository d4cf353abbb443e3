import type { JsonObject, JsonValue } from '@weftwork/schema';
import { readDrawing } from '../../../../../test/support/draw-graph';

type Part = { [field: string]: JsonValue };

/**
 * A document as a person may write it, well or badly: drawn as in `readDrawing`, but never parsed, and without defaults.
 * `start` and `out` are what they say, every other node a transform unless told otherwise.
 */
export function drawGraph(text: string, nodes: Record<string, Part> = {}, graph: Part = {}): JsonObject {
  const { ids, edges } = readDrawing(text);
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
