import { type CanvasDocument, diffBetween } from '@weftwork/editor';
import { canonicalJson, type JsonValue, type WorkflowNode } from '@weftwork/schema';

export interface GraphChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly what: 'node' | 'edge' | 'workflow';
  /** A node's name, an edge as `a -> b`, a field of the workflow. */
  readonly name: string;
  readonly type?: string;
  readonly fields: readonly string[];
}

/** What differs in meaning from one document to another; where things stand is left out. */
export function graphChanges(from: CanvasDocument, to: CanvasDocument): GraphChange[] {
  const diff = diffBetween(from, to);
  const nodes = diff.nodes.flatMap(({ before, after }): GraphChange[] => {
    const node = (after ?? before)!.value;
    const shared = { what: 'node' as const, name: node.name || node.id, type: node.type };
    if (!before) return [{ ...shared, kind: 'added', fields: [] }];
    if (!after) return [{ ...shared, kind: 'removed', fields: [] }];
    const fields = changedFields(before.value, after.value);
    return fields.length === 0 ? [] : [{ ...shared, kind: 'changed', fields }];
  });
  const edges = diff.edges.flatMap(({ before, after }): GraphChange[] => {
    const edge = (after ?? before)!.value;
    const handle = edge.sourceHandle ? `.${edge.sourceHandle}` : '';
    const shared = { what: 'edge' as const, name: `${edge.source}${handle} → ${edge.target}`, fields: [] };
    if (!before) return [{ ...shared, kind: 'added' }];
    if (!after) return [{ ...shared, kind: 'removed' }];
    return same(before.value, after.value) ? [] : [{ ...shared, kind: 'changed' }];
  });
  const head = diff.head ? changedFields(diff.head.before, diff.head.after) : [];
  const workflow: GraphChange[] =
    head.length === 0 ? [] : [{ kind: 'changed', what: 'workflow', name: '', fields: head }];
  return [...workflow, ...nodes, ...edges];
}

function changedFields(before: object, after: object): string[] {
  const [old, now] = [flat(before), flat(after)];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].filter((key) => !same(old[key], now[key]));
}

/** Config fields one by one, everything else as it is. */
function flat(value: object): Record<string, unknown> {
  const { config, ...rest } = value as Partial<WorkflowNode>;
  const fields = Object.entries(config ?? {}).map(([key, field]) => [key, field] as const);
  return { ...rest, ...Object.fromEntries(fields) };
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);
}
