import type { ErrorDetail } from './coded-error';

/** Codes of what can be wrong with a graph. Stable: add, never rename. */
export const ISSUE_CODES = [
  // the document
  'DUPLICATE_KEY',
  'FORBIDDEN_KEY',
  'NUMBER_NOT_EXACT',
  'LONE_SURROGATE',
  'NULL_CHARACTER',
  'TOO_DEEP',
  'UNKNOWN_FIELD',
  'MISSING_FIELD',
  'INVALID_FIELD',
  'DUPLICATE_FIELD',
  'UNSUPPORTED_SCHEMA_VERSION',
  'UNKNOWN_NODE_TYPE',
  'INVALID_ID',
  // the graph
  'DUPLICATE_NODE_ID',
  'DUPLICATE_EDGE_ID',
  'DUPLICATE_EDGE',
  'EDGE_NODE_MISSING',
  'EDGE_CROSSES_CONTAINER',
  'UNKNOWN_HANDLE',
  'HANDLE_REQUIRED',
  'START_MISSING',
  'START_DUPLICATE',
  'OUTPUT_MISSING',
  'NODE_UNREACHABLE',
  'NODE_NOT_ALLOWED_IN_LOOP',
  'PARENT_MISSING',
  'PARENT_NOT_LOOP',
  'PARENT_CYCLE',
  'LOOP_EMPTY',
  'GRAPH_CYCLE',
  'TOO_MANY_NODES',
  // node options and config
  'RETRY_NOT_ALLOWED',
  'TIMEOUT_NOT_ALLOWED',
  'ON_ERROR_NOT_ALLOWED',
  'LOOP_STATE_PARALLEL',
  'DUPLICATE_CASE_ID',
  'RESERVED_CASE_ID',
  'TEMPLATE_NOT_ALLOWED',
  'URL_INVALID',
  'SECRET_LITERAL',
  'NOT_AVAILABLE_YET',
  'UNCONNECTED_HANDLE',
  'OUTPUT_KEY_CLASH',
  'UNKNOWN_SKILL',
  'UNKNOWN_CONNECTION',
  'UNKNOWN_PROVIDER',
  // expressions and references
  'EXPRESSION_SYNTAX',
  'EXPRESSION_FORBIDDEN',
  'REFERENCE_UNKNOWN_NODE',
  'REFERENCE_NOT_UPSTREAM',
  'REFERENCE_OUT_OF_SCOPE',
  'REFERENCE_ACROSS_ANY',
  'REFERENCE_MAY_BE_SKIPPED',
  // users' JSON Schemas
  'SCHEMA_INVALID',
  'SCHEMA_TOO_LARGE',
  'SCHEMA_TOO_DEEP',
  'SCHEMA_REMOTE_REF',
  'SCHEMA_UNSAFE_PATTERN',
  // sub-workflows
  'SUBWORKFLOW_MISSING',
  'SUBWORKFLOW_NOT_PUBLISHED',
  'SUBWORKFLOW_CYCLE',
  'SUBWORKFLOW_INPUT',
  // limits
  'SETTING_CLAMPED',
  'STEPS_OVER_LIMIT',
] as const;

export type IssueCode = (typeof ISSUE_CODES)[number];

/** Something wrong with a graph. `path` is a JSON Pointer into the graph document. Errors bar publishing, warnings do not. */
export interface Issue extends ErrorDetail {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning';
  readonly nodeId?: string;
  readonly edgeId?: string;
}
