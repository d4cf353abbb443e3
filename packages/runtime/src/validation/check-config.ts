import { isSecretReference } from '@weftwork/expressions';
import {
  type IssueCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  literalCredentials,
  type NodeDefinition,
} from '@weftwork/schema';
import type { Report } from './report';
import type { SketchNode } from './sketch';

type ConfigIssue = NonNullable<
  ReturnType<NodeDefinition['configSchema']['safeParse']>['error']
>['issues'][number];

/** A node's config against the schema of its type. Expressions and users' schemas in it are looked at elsewhere. */
export function checkConfig(node: SketchNode, report: Report): void {
  const issues = node.definition?.configSchema.safeParse(node.config).error?.issues ?? [];
  for (const issue of issues) reportIssue(node, issue, [], report);
  warnOfLiteralCredentials(node, report);
  for (const { path, message } of node.definition?.limitations?.(node.config) ?? []) {
    report.node(node, 'NOT_AVAILABLE_YET', ['config', ...path], message, 'warning');
  }
}

function reportIssue(
  node: SketchNode,
  issue: ConfigIssue,
  base: readonly PropertyKey[],
  report: Report,
): void {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const message = `A ${node.type} node has no field "${key}"${path.length > 0 ? ' here' : ''}; remove it.`;
      report.node(node, 'UNKNOWN_FIELD', ['config', ...path, key], message);
    }
    return;
  }
  const found = valueAt(node.config, path);
  const field = String(path.at(-1) ?? 'config');
  const code = issueCode(issue) ?? (found === undefined ? 'MISSING_FIELD' : 'INVALID_FIELD');
  const message =
    code === 'MISSING_FIELD' && issue.code !== 'custom' ? `"${field}" is missing.` : wording(field, issue);
  report.node(node, code, ['config', ...path], message);
}

/** Rules of a definition say themselves what they report. */
function issueCode(issue: ConfigIssue): IssueCode | undefined {
  return issue.code === 'custom' ? (issue.params?.issueCode as IssueCode | undefined) : undefined;
}

function wording(field: string, issue: ConfigIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `"${field}" must be a value of type ${issue.expected}.`;
    case 'invalid_value':
      return `"${field}" must be one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}.`;
    case 'too_small':
      return `"${field}" must be at least ${issue.minimum}${issue.origin === 'array' ? ' long' : ''}.`;
    case 'too_big':
      return `"${field}" must be at most ${issue.maximum}${issue.origin === 'array' ? ' long' : ''}.`;
    case 'custom':
      // A rule writes a sentence, a plain check the rest of one.
      return /^[A-Z"]/.test(issue.message) ? issue.message : `"${field}" ${issue.message}.`;
    default:
      return `"${field}" is not valid: ${issue.message}.`;
  }
}

function warnOfLiteralCredentials(node: SketchNode, report: Report): void {
  for (const name of literalCredentials(node.config, node.definition)) {
    const message = `"${name}" holds a credential that everyone who sees the workflow can read; use {"$secret": "NAME"}.`;
    report.node(node, 'SECRET_LITERAL', ['config', 'headers', name], message, 'warning');
  }
}

/** An object that means to be a secret and is none would be sent as it stands. */
export function checkSecrets(
  node: SketchNode,
  value: JsonValue,
  at: readonly PropertyKey[],
  report: Report,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (isJsonObject(value) && Object.hasOwn(value, '$secret')) {
    if (!isSecretReference(value) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(value.$secret)) {
      const message = 'A secret is written {"$secret": "NAME"}, its name in letters, digits and _.';
      report.node(node, 'INVALID_FIELD', ['config', ...at], message);
    }
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    checkSecrets(node, member, [...at, Array.isArray(value) ? Number(key) : key], report);
  }
}

export function valueAt(config: JsonObject, path: readonly PropertyKey[]): JsonValue | undefined {
  let value: JsonValue | undefined = config;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as JsonObject)[part as string];
  }
  return value;
}
