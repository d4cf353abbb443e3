import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { CodedError } from './coded-error';
import { isUnsafeInteger, unsafeIntegerMessage } from './exactness';
import type { Issue } from './issue';
import { type JsonValue, jsonPointer } from './json';
import { type GraphParse, safeParseGraph } from './parse-graph';

/** A JSON text, and what `JSON.parse` hides of it. */
export interface JsonText {
  readonly value: JsonValue;
  /** Keys that stand twice in one object. */
  readonly duplicates: Issue[];
  /** Integers that lie outside the safe range as they are written; `exactnessIssues` finds them in graphs too. */
  readonly unsafeIntegers: Issue[];
}

/**
 * Reads JSON text and lists what `JSON.parse` would hide. Throws `INVALID_JSON` with the line when the text is no JSON.
 */
export function parseJsonText(text: string): JsonText {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CodedError('INVALID_JSON', `The text is not valid JSON: ${whereBroken(text)}.`, { cause });
  }
  const tree = parseTree(text);
  return { value, ...(tree ? hiddenIssues(tree, text) : { duplicates: [], unsafeIntegers: [] }) };
}

/** `safeParseGraph` for the text of a file: also refuses keys that stand twice. */
export function parseGraphText(text: string): GraphParse {
  const { value, duplicates } = parseJsonText(text);
  return duplicates.length > 0 ? { ok: false, issues: duplicates } : safeParseGraph(value);
}

function whereBroken(text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (!first) return 'it cannot be read';
  const before = text.slice(0, first.offset).split('\n');
  return `${printParseErrorCode(first.error)} at line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

function hiddenIssues(root: JsonNode, text: string): Omit<JsonText, 'value'> {
  const duplicates: Issue[] = [];
  const unsafeIntegers: Issue[] = [];
  const open: { node: JsonNode; path: PropertyKey[] }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    if (node.type === 'number') {
      const written = text.slice(node.offset, node.offset + node.length);
      if (isUnsafeInteger(written)) {
        const message = unsafeIntegerMessage(written);
        unsafeIntegers.push({
          code: 'NUMBER_NOT_EXACT',
          severity: 'error',
          path: jsonPointer(path),
          message,
        });
      }
    } else if (node.type === 'array') {
      for (const [index, child] of (node.children ?? []).entries())
        open.push({ node: child, path: [...path, index] });
    } else if (node.type === 'object') {
      const seen = new Set<string>();
      for (const property of node.children ?? []) {
        const [key, value] = property.children ?? [];
        if (!key) continue;
        if (seen.has(key.value)) {
          duplicates.push({
            code: 'DUPLICATE_KEY',
            severity: 'error',
            path: jsonPointer([...path, key.value]),
            message: `The key "${key.value}" stands twice in one object; keep one.`,
          });
        }
        seen.add(key.value);
        if (value) open.push({ node: value, path: [...path, key.value] });
      }
    }
  }
  return { duplicates, unsafeIntegers };
}
