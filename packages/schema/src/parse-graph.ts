import type { z } from 'zod';
import { exactnessIssues } from './exactness';
import type { Issue, IssueCode } from './issue';
import { isJsonObject, type JsonObject, jsonPointer } from './json';
import { readSnakeCaseAliases } from './snake-case';
import { SCHEMA_VERSION, type WorkflowGraph, WorkflowGraphSchema } from './workflow-graph';

export type GraphParse =
  | { readonly ok: true; readonly graph: WorkflowGraph }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a graph document: accepts snake_case spellings of typed fields, drops null typed fields, writes defaults out.
 * Answers every problem of the document at once, each with its path. Rules between nodes are checked elsewhere.
 */
export function safeParseGraph(document: unknown): GraphParse {
  const exactness = exactnessIssues(document);
  if (exactness.length > 0) return { ok: false, issues: exactness };
  const { value, issues } = readSnakeCaseAliases(document);
  const parsed = WorkflowGraphSchema.safeParse(value);
  if (parsed.success && issues.length === 0) return { ok: true, graph: parsed.data };
  const all = [...issues, ...(parsed.error?.issues ?? []).flatMap((issue) => toIssues(issue, value))];
  return { ok: false, issues: all };
}

function toIssues(issue: z.core.$ZodIssue, document: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      issueAt(
        'UNKNOWN_FIELD',
        [...issue.path, key],
        `The field "${key}" does not exist here; remove it.`,
        document,
      ),
    );
  }
  const found = valueAt(document, issue.path);
  const field = String(issue.path.at(-1) ?? 'document');
  if (found === undefined) {
    return [
      issueAt('MISSING_FIELD', issue.path, `The field "${field}" is missing; ${expected(issue)}.`, document),
    ];
  }
  return [
    issueAt(codeFor(issue.path), issue.path, `${describe(issue.path, found)}; ${expected(issue)}.`, document),
  ];
}

function codeFor(path: readonly PropertyKey[]): IssueCode {
  const field = path.at(-1);
  if (path.length === 1 && field === 'schemaVersion') return 'UNSUPPORTED_SCHEMA_VERSION';
  if (path.length === 3 && path[0] === 'nodes' && field === 'type') return 'UNKNOWN_NODE_TYPE';
  if (field === 'id' || field === 'parentId') return 'INVALID_ID';
  return 'INVALID_FIELD';
}

function describe(path: readonly PropertyKey[], found: unknown): string {
  const text = JSON.stringify(found) ?? String(found);
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return `"${String(path.at(-1) ?? 'document')}" is ${shown}`;
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1 && issue.values[0] === SCHEMA_VERSION
        ? `expected "${SCHEMA_VERSION}"; this file may come from a newer release`
        : `expected one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function issueAt(code: IssueCode, path: readonly PropertyKey[], message: string, document: unknown): Issue {
  return { code, severity: 'error', path: jsonPointer(path), message, ...ownerOf(path, document) };
}

/** Names the node or edge that a path lies in, where it has a usable id. */
function ownerOf(path: readonly PropertyKey[], document: unknown): { nodeId?: string; edgeId?: string } {
  const [list, index] = path;
  if ((list !== 'nodes' && list !== 'edges') || typeof index !== 'number') return {};
  const owner = valueAt(document, [list, index]);
  const id = isJsonObject(owner) ? owner.id : undefined;
  if (typeof id !== 'string') return {};
  return list === 'nodes' ? { nodeId: id } : { edgeId: id };
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as JsonObject)[part as string];
  }
  return value;
}
