import { isCodedError, isJsonObject, type JsonValue } from '@weftwork/schema';
import { isIdentifier, quoteText } from './names';
import { parseExpression } from './parse-expression';
import { isTemplate, parseTemplate } from './parse-template';
import { pathsOf } from './references';

/** How a text is read: as text with `{{ … }}` in it, or as a bare expression such as a condition's. */
export type TextMode = 'template' | 'expression';

/**
 * Gives a node another id in a text. Only references to exactly that node change, blanks and quotes stay;
 * a text that does not parse is left alone.
 */
export function renameNodeReferences(
  text: string,
  from: string,
  to: string,
  mode: TextMode = 'template',
): string {
  return remapNodeReferences(text, new Map([[from, to]]), mode);
}

/** The same for several nodes at once, so that ids may also be swapped. */
export function remapNodeReferences(
  text: string,
  ids: ReadonlyMap<string, string>,
  mode: TextMode = 'template',
): string {
  if (mode === 'template' && !isTemplate(text)) return text;
  let renamed = text;
  // From the end, so that places found before stay right.
  for (const { node, offset } of pathsIn(text, mode).reverse()) {
    const to = node.nodeId === undefined ? undefined : ids.get(node.nodeId);
    if (to === undefined || node.nodeIdSpan === undefined) continue;
    const { start, end, quoted } = node.nodeIdSpan;
    const written = quoted ? quoteText(to) : isIdentifier(to) ? `.${to}` : `[${quoteText(to)}]`;
    renamed = renamed.slice(0, start + offset) + written + renamed.slice(end + offset);
  }
  return renamed;
}

/** The same in every text of a value. What has nothing to rename is returned as it is. */
export function remapTemplateValue(value: JsonValue, ids: ReadonlyMap<string, string>): JsonValue {
  return mapTexts(value, (text) => remapNodeReferences(text, ids));
}

/** The same in a condition: its texts are bare expressions, those in comparisons are templates. */
export function remapCondition(value: JsonValue, ids: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return remapNodeReferences(value, ids, 'expression');
  if (!isJsonObject(value)) return value;
  return mapMembers(value, (member, key) => {
    if (key === 'left' || key === 'right') return remapTemplateValue(member, ids);
    if (key === 'not') return remapCondition(member, ids);
    return Array.isArray(member) ? mapMembers(member, (child) => remapCondition(child, ids)) : member;
  });
}

function pathsIn(text: string, mode: TextMode) {
  try {
    return pathsOf(mode === 'template' ? parseTemplate(text) : parseExpression(text));
  } catch (error) {
    if (isCodedError(error)) return [];
    throw error;
  }
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  return typeof value === 'object' && value !== null
    ? mapMembers(value, (member) => mapTexts(member, change))
    : value;
}

function mapMembers<Tree extends JsonValue[] | { [key: string]: JsonValue }>(
  tree: Tree,
  change: (member: JsonValue, key: string) => JsonValue,
): JsonValue {
  let changed = false;
  const entries = Object.entries(tree).map(([key, member]): [string, JsonValue] => {
    const made = change(member, key);
    if (made !== member) changed = true;
    return [key, made];
  });
  if (!changed) return tree;
  return Array.isArray(tree) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
