import { type Node as JsonNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { CodedError } from './coded-error';
import type { Issue } from './issue';
import { type JsonValue, jsonPointer } from './json';
import { type GraphParse, safeParseGraph } from './parse-graph';

/**
 * Reads JSON text and lists every key that stands twice in one object, which `JSON.parse` would hide.
 * Throws `INVALID_JSON` with the line when the text is no JSON.
 */
export function parseJsonText(text: string): { value: JsonValue; duplicates: Issue[] } {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CodedError('INVALID_JSON', `The text is not valid JSON: ${whereBroken(text)}.`, { cause });
  }
  const tree = parseTree(text);
  return { value, duplicates: tree ? duplicateKeys(tree) : [] };
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

function duplicateKeys(root: JsonNode): Issue[] {
  const issues: Issue[] = [];
  const open: { node: JsonNode; path: PropertyKey[] }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    if (node.type === 'array') {
      for (const [index, child] of (node.children ?? []).entries())
        open.push({ node: child, path: [...path, index] });
    } else if (node.type === 'object') {
      const seen = new Set<string>();
      for (const property of node.children ?? []) {
        const [key, value] = property.children ?? [];
        if (!key) continue;
        if (seen.has(key.value)) {
          issues.push({
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
  return issues;
}
