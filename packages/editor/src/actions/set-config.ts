import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinitions,
  type WorkflowNode,
} from '@weftwork/schema';
import { diffBetween, type EditorDiff } from '../diff';
import { type CanvasDocument, replaceNode } from '../document';
import { indexOf } from '../graph-index';
import { followHandles } from './follow-handles';

/** Sets one field of a config, at any depth; `undefined` takes it away. Edges follow when outputs change. */
export function setConfigField(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): EditorDiff {
  const node = indexOf(document.graph).nodes.get(nodeId);
  if (!node) return diffBetween(document, document);
  const config = setAt(node.config, path, value);
  return setConfig(document, definitions, nodeId, isJsonObject(config) ? config : {});
}

/** Sets a whole config. */
export function setConfig(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  config: JsonObject,
): EditorDiff {
  return changeNode(document, definitions, nodeId, (node) =>
    node.config === config ? node : { ...node, config },
  );
}

/** Changes a node and lets the edges at its outputs follow. */
export function changeNode(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  change: (node: WorkflowNode) => WorkflowNode,
): EditorDiff {
  const before = indexOf(document.graph).nodes.get(nodeId);
  if (!before) return diffBetween(document, document);
  const changed = change(before);
  if (changed === before) return diffBetween(document, document);
  const next = replaceNode(document, nodeId, () => changed);
  return diffBetween(document, followHandles(next, definitions, before, changed));
}

/** The tree with another value at a path; containers on the way are made where they are missing. */
export function setAt(
  tree: JsonValue | undefined,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(tree) ? [...tree] : [];
    const made = setAt(list[key], rest, value);
    if (made === undefined) list.splice(key, 1);
    else list[key] = made;
    return list;
  }
  const object = isJsonObject(tree) ? tree : {};
  const made = setAt(Object.hasOwn(object, key) ? object[key] : undefined, rest, value);
  if (made !== undefined) return { ...object, [key]: made };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
