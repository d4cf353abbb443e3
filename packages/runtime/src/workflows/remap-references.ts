import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/**
 * Gives a graph another id and points its references to other workflows (sub-workflow nodes, tools of agents) to where
 * those went. Answers the ids of the nodes it changed.
 */
export function remapReferences(
  graph: JsonObject,
  id: string,
  moved: ReadonlyMap<string, string>,
): { graph: JsonObject; changed: string[] } {
  const changed: string[] = [];
  const nodes = (graph.nodes as JsonValue[]).map((node) => {
    const remapped = remapNode(node as JsonObject, moved);
    if (remapped !== node) changed.push(String((node as JsonObject).id));
    return remapped;
  });
  return { graph: { ...graph, id, nodes }, changed };
}

function remapNode(node: JsonObject, moved: ReadonlyMap<string, string>): JsonObject {
  const config = node.config;
  if (!isJsonObject(config)) return node;
  if (node.type === 'subworkflow') {
    const target = remapTarget(config, moved);
    return target === config ? node : { ...node, config: target };
  }
  if (node.type === 'agent' && Array.isArray(config.tools)) {
    const tools = config.tools.map((tool) => (isJsonObject(tool) ? remapTarget(tool, moved) : tool));
    const same = tools.every((tool, index) => tool === (config.tools as JsonValue[])[index]);
    return same ? node : { ...node, config: { ...config, tools } };
  }
  return node;
}

function remapTarget(holder: JsonObject, moved: ReadonlyMap<string, string>): JsonObject {
  const target = typeof holder.workflowId === 'string' ? moved.get(holder.workflowId) : undefined;
  return target === undefined ? holder : { ...holder, workflowId: target };
}
