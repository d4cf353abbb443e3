import { isJsonObject, type JsonValue, type WorkflowNode } from '@weftwork/schema';
import type { CanvasDocument } from '../document';
import { outlineRows } from '../outline/outline-rows';

export interface GraphQuery {
  readonly text: string;
  readonly matchCase?: boolean;
}

/** One place where the text stands: a node, what of it, and from where to where in that text. */
export interface GraphMatch {
  readonly nodeId: string;
  readonly part: 'name' | 'id' | 'description' | 'config';
  /** The way to the text inside the config; empty for the other parts. */
  readonly path: readonly (string | number)[];
  /** The whole text that holds the match. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Every place in names, ids, descriptions and the texts of configs, in the order in which the outline reads. */
export function findInGraph({ graph }: CanvasDocument, query: GraphQuery): readonly GraphMatch[] {
  if (query.text === '') return [];
  const places = placesOf(query);
  return outlineRows(graph).flatMap(({ node }) =>
    textsOf(node).flatMap(({ part, path, text }) =>
      places(text).map(([from, to]) => ({ nodeId: node.id, part, path, text, from, to })),
    ),
  );
}

interface NodeText {
  readonly part: GraphMatch['part'];
  readonly path: readonly (string | number)[];
  readonly text: string;
}

function textsOf(node: WorkflowNode): NodeText[] {
  return [
    { part: 'name', path: [], text: node.name },
    { part: 'id', path: [], text: node.id },
    ...(node.description ? [{ part: 'description', path: [], text: node.description } as const] : []),
    ...textsIn(node.config, []),
  ];
}

function textsIn(value: JsonValue | undefined, path: readonly (string | number)[]): NodeText[] {
  if (typeof value === 'string') return [{ part: 'config', path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsIn(item, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** A search that gives places in the text itself, also where another case of a letter has another length. */
function placesOf({ text, matchCase = false }: GraphQuery): (inText: string) => [number, number][] {
  const pattern = new RegExp(literally(text), matchCase ? 'gu' : 'giu');
  return (inText) =>
    [...inText.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
}

/** The pattern that finds a text as it stands. */
export const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
