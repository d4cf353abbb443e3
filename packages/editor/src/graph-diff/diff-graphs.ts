import {
  type JsonObject,
  type JsonValue,
  type NodeDefinitions,
  RetrySchema,
  type WorkflowGraph,
  type WorkflowNode,
} from '@weftwork/schema';
import { definitionOf } from '../handles';
import { type FieldChange, type FieldPath, fieldChanges, type IsWhole, isSame } from './field-changes';
import { renamedNodes, withIds } from './renamed-nodes';

/*
 * What differs in meaning from one graph to another, in parts that can be put into words. Where things stand is left
 * out, as is an edge that was drawn anew between the same two ports. Secrets are only "changed".
 */

export interface NodeChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** As it is now, or as it was when it is gone. */
  readonly node: WorkflowNode;
  /** Its id before, where that differs. */
  readonly formerId?: string;
  readonly fields: readonly FieldChange[];
}

export interface EdgeChange {
  readonly kind: 'added' | 'removed';
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

export interface GraphDiff {
  readonly nodes: readonly NodeChange[];
  readonly edges: readonly EdgeChange[];
  /** Name, description, schemas, settings; `order` where the same nodes stand in another order. */
  readonly workflow: readonly FieldChange[];
}

export function diffGraphs(
  before: WorkflowGraph,
  after: WorkflowGraph,
  definitions: NodeDefinitions,
): GraphDiff {
  const ids = renamedNodes(before, after);
  const old = withIds(before, ids, definitions);
  return {
    nodes: nodeChanges(old, after, new Map([...ids].map(([from, to]) => [to, from])), definitions),
    edges: edgeChanges(old, after),
    workflow: [...fieldChanges(headOf(old), headOf(after)), ...orderChange(old, after)],
  };
}

export function countChanges(diff: GraphDiff): number {
  return diff.nodes.length + diff.edges.length + diff.workflow.length;
}

function nodeChanges(
  before: WorkflowGraph,
  after: WorkflowGraph,
  formerIds: ReadonlyMap<string, string>,
  definitions: NodeDefinitions,
): NodeChange[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Set(after.nodes.map(({ id }) => id));
  const changes: NodeChange[] = [];
  for (const node of after.nodes) {
    const known = old.get(node.id);
    if (!known) {
      changes.push({ kind: 'added', node, fields: [] });
      continue;
    }
    const formerId = formerIds.get(node.id);
    const fields = fieldChanges(asJson(known), asJson(node), wholeFields(node, definitions));
    if (formerId === undefined && fields.length === 0) continue;
    changes.push({ kind: 'changed', node, ...(formerId === undefined ? {} : { formerId }), fields });
  }
  for (const node of before.nodes) {
    if (!now.has(node.id)) changes.push({ kind: 'removed', node, fields: [] });
  }
  return changes;
}

/** Conditions read as one line, so they are not taken apart. */
function wholeFields(node: WorkflowNode, definitions: NodeDefinitions): IsWhole {
  const conditions = (definitionOf(definitions, node)?.expressions ?? []).filter(
    ({ mode }) => mode === 'condition',
  );
  return (path: FieldPath) =>
    conditions.some(
      ({ path: wanted }) =>
        path[0] === 'config' &&
        path.length === wanted.length + 1 &&
        wanted.every((key, depth) => key === '*' || key === String(path[depth + 1])),
    );
}

function edgeChanges(before: WorkflowGraph, after: WorkflowGraph): EdgeChange[] {
  const [old, now] = [edgesByPorts(before), edgesByPorts(after)];
  const missing = (from: typeof old, others: typeof old, kind: EdgeChange['kind']): EdgeChange[] =>
    [...from].flatMap(([ports, edge]) => (others.has(ports) ? [] : [{ ...edge, kind }]));
  return [...missing(now, old, 'added'), ...missing(old, now, 'removed')];
}

function edgesByPorts(graph: WorkflowGraph): Map<string, Omit<EdgeChange, 'kind'>> {
  return new Map(
    graph.edges.map(({ source, sourceHandle = 'default', target, targetHandle = 'in' }) => [
      JSON.stringify([source, sourceHandle, target, targetHandle]),
      { source, sourceHandle, target },
    ]),
  );
}

function headOf({ nodes: _nodes, edges: _edges, ...head }: WorkflowGraph): JsonObject {
  return head as unknown as JsonObject;
}

/** The order of nodes decides how outputs are merged, so it is a part of the meaning. */
function orderChange(before: WorkflowGraph, after: WorkflowGraph): FieldChange[] {
  const [old, now] = [before.nodes.map(({ id }) => id), after.nodes.map(({ id }) => id)];
  const common = (list: string[], others: string[]) => list.filter((id) => others.includes(id));
  const [from, to] = [common(old, now), common(now, old)];
  if (isSame(from, to)) return [];
  return [{ path: ['order'], before: from, after: to, secret: false }];
}

/** A policy that is written out as it is by default is no change. */
const asJson = (node: WorkflowNode) =>
  ({ ...node, retry: node.retry ?? RetrySchema.parse({}) }) as unknown as JsonValue;
