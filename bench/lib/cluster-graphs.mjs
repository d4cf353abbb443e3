/** Workflows of the figures of a cluster: what they call matters, not what they compute. */
export const node = (id, type, config) => ({ id, type, name: id, config });

/** Start, these nodes and an output, with edges as `[source, target, sourceHandle]`. */
export function graph(id, nodes, edges) {
  const all = [node('start', 'start', {}), ...nodes, node('output', 'output', { value: {} })];
  const drawn = edges.map(([source, target, sourceHandle], index) => ({
    id: `e${index}`,
    source,
    target,
    ...(sourceHandle && { sourceHandle }),
  }));
  return { schemaVersion: '1.0', id, name: id, nodes: all, edges: drawn };
}

export const inARow = (ids) => ids.slice(1).map((id, index) => [ids[index], id]);
