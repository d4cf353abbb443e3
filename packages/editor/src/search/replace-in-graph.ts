import type { JsonObject, NodeDefinitions, WorkflowNode } from '@weftwork/schema';
import { canRenameNodeId, type RenameRefusal, renameNodeId } from '../actions/rename-node-id';
import { changeNode, setAt } from '../actions/set-config';
import { applyDiff, diffBetween, type EditorDiff } from '../diff';
import type { CanvasDocument } from '../document';
import { type GraphMatch, literally } from './find-in-graph';

export interface Replaced {
  /** All of it, as one step. */
  readonly diff: EditorDiff;
  readonly count: number;
  /** Ids that could not become what the replacement makes of them. */
  readonly refused: readonly { readonly from: string; readonly to: string; readonly reason: RenameRefusal }[];
}

/**
 * Puts another text in the place of each match. An id is renamed as by hand: every exact reference follows. Texts are
 * replaced first, so that what a reference says is changed once. Where an id has to stay, references to it stay too,
 * lest they speak of another node. Matches that the document no longer holds are left.
 */
export function replaceInGraph(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  matches: readonly GraphMatch[],
  replacement: string,
): Replaced {
  const ofIds = matches.filter(({ part }) => part === 'id');
  const staying = renamed(document, definitions, ofIds, replacement).refused.map(({ from }) => from);
  const inTexts = matches.filter((match) => match.part !== 'id' && !isInReference(match, staying));
  let next = document;
  let count = 0;
  for (const places of groupByText(inTexts)) {
    const made = withText(next, definitions, places, replacement);
    if (made !== next) count += places.length;
    next = made;
  }
  const ids = renamed(next, definitions, ofIds, replacement);
  return { diff: diffBetween(document, ids.document), count: count + ids.count, refused: ids.refused };
}

function renamed(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  matches: readonly GraphMatch[],
  replacement: string,
): Pick<Replaced, 'count' | 'refused'> & { document: CanvasDocument } {
  let next = document;
  let count = 0;
  const refused: { from: string; to: string; reason: RenameRefusal }[] = [];
  for (const places of groupByText(matches)) {
    const { nodeId: from } = places[0]!;
    const to = replacedText(places, replacement);
    if (to === from) continue;
    const answer = canRenameNodeId(next, from, to);
    if (answer.ok) {
      next = applyDiff(next, renameNodeId(next, definitions, from, to));
      count += places.length;
    } else if (answer.reason !== 'missing_node') refused.push({ from, to, reason: answer.reason });
  }
  return { document: next, count, refused };
}

/** Whether a match touches the id in `nodes.id` or `nodes["id"]`. */
function isInReference({ part, text, from, to }: GraphMatch, ids: readonly string[]): boolean {
  return (
    part === 'config' &&
    ids.some((id) => {
      const before = `(?<=\\bnodes\\s*(?:\\.\\s*|\\[\\s*["']))`;
      const reference = new RegExp(`${before}${literally(id)}(?![\\p{L}\\p{N}_-])`, 'gu');
      return [...text.matchAll(reference)].some(({ index }) => from < index + id.length && to > index);
    })
  );
}

/** Matches in one text stand together; their places hold only while that text is as it was found. */
function groupByText(matches: readonly GraphMatch[]): GraphMatch[][] {
  const groups = new Map<string, GraphMatch[]>();
  for (const match of matches) {
    const key = JSON.stringify([match.nodeId, match.part, match.path]);
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  return [...groups.values()];
}

function replacedText(places: readonly GraphMatch[], replacement: string): string {
  const { text } = places[0]!;
  const fromTheEnd = [...places].sort((a, b) => b.from - a.from);
  return fromTheEnd.reduce((now, { from, to }) => now.slice(0, from) + replacement + now.slice(to), text);
}

function withText(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  places: readonly GraphMatch[],
  replacement: string,
): CanvasDocument {
  const { nodeId, part, path, text } = places[0]!;
  const made = replacedText(places, replacement);
  const change = (node: WorkflowNode): WorkflowNode => {
    if (made === text || textAt(node, part, path) !== text) return node;
    if (part === 'config') return { ...node, config: setAt(node.config, path, made) as JsonObject };
    return { ...node, [part]: made };
  };
  return applyDiff(document, changeNode(document, definitions, nodeId, change));
}

function textAt(node: WorkflowNode, part: GraphMatch['part'], path: readonly (string | number)[]): unknown {
  if (part !== 'config') return node[part];
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    node.config,
  );
}
