import type { Layout, WorkflowEdge, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import { type CanvasDocument, noPlaces } from './document';

/** An item that came, went or changed. `index` is its place in the list on that side. */
export interface ItemChange<T> {
  readonly before?: { readonly index: number; readonly value: T };
  readonly after?: { readonly index: number; readonly value: T };
}

export interface ValueChange<T> {
  readonly before: T;
  readonly after: T;
}

type GraphHead = Omit<WorkflowGraph, 'nodes' | 'edges'>;
type Place = Layout['nodes'][string];

/**
 * What one edit changes, in both directions. Items that are in both documents keep their order; new ones carry their
 * place, so that undo puts back what was deleted exactly where it stood.
 */
export interface EditorDiff {
  readonly nodes: readonly ItemChange<WorkflowNode>[];
  readonly edges: readonly ItemChange<WorkflowEdge>[];
  readonly head?: ValueChange<GraphHead>;
  readonly places: Readonly<Record<string, ValueChange<Place | undefined>>>;
}

export const EMPTY_DIFF: EditorDiff = { nodes: [], edges: [], places: {} };

export function isEmptyDiff(diff: EditorDiff): boolean {
  return (
    diff.nodes.length === 0 &&
    diff.edges.length === 0 &&
    diff.head === undefined &&
    Object.keys(diff.places).length === 0
  );
}

/** What leads from one document to another. Parts that are the same object are taken as unchanged. */
export function diffBetween(before: CanvasDocument, after: CanvasDocument): EditorDiff {
  const head = headChange(before.graph, after.graph);
  return {
    nodes: listChanges(before.graph.nodes, after.graph.nodes),
    edges: listChanges(before.graph.edges, after.graph.edges),
    ...(head ? { head } : {}),
    places: placeChanges(before.layout.nodes, after.layout.nodes),
  };
}

export function invertDiff(diff: EditorDiff): EditorDiff {
  const swap = <T>(change: ItemChange<T>): ItemChange<T> => ({
    ...(change.after ? { before: change.after } : {}),
    ...(change.before ? { after: change.before } : {}),
  });
  return {
    nodes: diff.nodes.map(swap),
    edges: diff.edges.map(swap),
    ...(diff.head ? { head: { before: diff.head.after, after: diff.head.before } } : {}),
    places: Object.fromEntries(
      Object.entries(diff.places).map(([id, { before, after }]) => [id, { before: after, after: before }]),
    ),
  };
}

/** The diff without what says the same before and after, such as a letter that was typed and taken back. */
export function withoutSame(diff: EditorDiff): EditorDiff {
  const differs = <T>({ before, after }: ItemChange<T>) =>
    before === undefined || after === undefined || !isSame(before, after);
  const { head, nodes, edges, places } = diff;
  return {
    nodes: nodes.filter(differs),
    edges: edges.filter(differs),
    ...(head && !isSame(head.before, head.after) ? { head } : {}),
    places: Object.fromEntries(
      Object.entries(places).filter(([, { before, after }]) => !isSame(before, after)),
    ),
  };
}

/** The order of keys counts: people see it. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ofA, ofB] = [Object.entries(a), Object.entries(b)];
  return (
    ofA.length === ofB.length &&
    ofA.every(([key, value], at) => key === ofB[at]?.[0] && isSame(value, ofB[at]?.[1]))
  );
}

/** Applies a diff to the document it was made from. */
export function applyDiff(document: CanvasDocument, diff: EditorDiff): CanvasDocument {
  if (isEmptyDiff(diff)) return document;
  const head = diff.head ? diff.head.after : headOf(document.graph);
  const graphTouched = diff.head !== undefined || diff.nodes.length > 0 || diff.edges.length > 0;
  return {
    graph: graphTouched
      ? {
          ...head,
          nodes: applyChanges(document.graph.nodes, diff.nodes),
          edges: applyChanges(document.graph.edges, diff.edges),
        }
      : document.graph,
    layout: applyPlaces(document.layout, diff.places),
  };
}

function listChanges<T extends { id: string }>(before: readonly T[], after: readonly T[]): ItemChange<T>[] {
  if (before === after) return [];
  const places = new Map(before.map((value, index) => [value.id, { index, value }]));
  const changes: ItemChange<T>[] = [];
  const kept = new Set<string>();
  after.forEach((value, index) => {
    const old = places.get(value.id);
    if (old === undefined) {
      changes.push({ after: { index, value } });
      return;
    }
    kept.add(value.id);
    if (old.value !== value) changes.push({ before: old, after: { index, value } });
  });
  for (const [id, old] of places) if (!kept.has(id)) changes.push({ before: old });
  return changes;
}

function applyChanges<T extends { id: string }>(list: readonly T[], changes: readonly ItemChange<T>[]): T[] {
  if (changes.length === 0) return list as T[];
  const gone = new Set<string>();
  const replaced = new Map<string, T>();
  const arrivals: { index: number; value: T }[] = [];
  for (const { before, after } of changes) {
    if (before && after && before.value.id === after.value.id) replaced.set(after.value.id, after.value);
    else {
      if (before) gone.add(before.value.id);
      if (after) arrivals.push(after);
    }
  }
  const next = list.filter((item) => !gone.has(item.id)).map((item) => replaced.get(item.id) ?? item);
  for (const { index, value } of arrivals.sort((a, b) => a.index - b.index)) next.splice(index, 0, value);
  return next;
}

function headOf({ nodes: _, edges: __, ...head }: WorkflowGraph): GraphHead {
  return head;
}

function headChange(before: WorkflowGraph, after: WorkflowGraph): ValueChange<GraphHead> | undefined {
  const [old, now] = [headOf(before), headOf(after)];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]) as Set<keyof GraphHead>;
  return [...keys].every((key) => old[key] === now[key]) ? undefined : { before: old, after: now };
}

function placeChanges(before: Layout['nodes'], after: Layout['nodes']): EditorDiff['places'] {
  if (before === after) return {};
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...ids].filter((id) => before[id] !== after[id]);
  return Object.fromEntries(changed.map((id) => [id, { before: before[id], after: after[id] }]));
}

function applyPlaces(layout: Layout, places: EditorDiff['places']): Layout {
  const changed = Object.entries(places);
  if (changed.length === 0) return layout;
  const nodes = Object.assign(noPlaces(), layout.nodes);
  for (const [id, { after }] of changed) {
    if (after === undefined) delete nodes[id];
    else nodes[id] = after;
  }
  return { ...layout, nodes };
}
