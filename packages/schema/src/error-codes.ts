export type ErrorKind = 'user' | 'transient' | 'defect';

const user = (status: number) => ({ kind: 'user' as const, status });
const transient = (status: number) => ({ kind: 'transient' as const, status });
const defect = (status: number) => ({ kind: 'defect' as const, status });

/**
 * Every error code that leaves a package, with who can act on it and the HTTP status it travels with.
 * Codes are stable: add, never rename.
 */
export const ERROR_CATALOGUE = {
  // API
  BAD_REQUEST: user(400),
  UNAUTHENTICATED: user(401),
  FORBIDDEN: user(403),
  CSRF_REFUSED: user(403),
  NOT_FOUND: user(404),
  METHOD_NOT_ALLOWED: user(405),
  CONFLICT: user(409),
  WORKFLOW_ID_TAKEN: user(409),
  REVISION_CONFLICT: user(409),
  REVISION_REQUIRED: user(428),
  ARCHIVED: user(409),
  NOT_PUBLISHED: user(409),
  IDEMPOTENCY_CONFLICT: user(409),
  RUN_TERMINAL: user(409),
  GATE_NOT_OPEN: user(409),
  GATE_AMBIGUOUS: user(409),
  GATE_WRONG_MODE: user(400),
  STEP_NOT_UNKNOWN: user(409),
  INVALID_INPUT: user(422),
  GRAPH_INVALID: user(422),
  GRAPH_ID_MISMATCH: user(422),
  UNKNOWN_FIELD: user(422),
  INVALID_FIELD: user(422),
  MISSING_FIELD: user(422),
  INVALID_JSON: user(400),
  UNSUPPORTED_MEDIA_TYPE: user(415),
  BODY_TOO_LARGE: user(413),
  HOST_REFUSED: user(421),
  INTERNAL: defect(500),
  STORAGE_UNAVAILABLE: transient(503),
  SHUTTING_DOWN: transient(503),
  // service start
  HOME_IN_USE: user(409),
  PORT_IN_USE: user(409),
  CONFIGURATION_INVALID: user(400),
  POSTGRES_UNAVAILABLE: transient(503),
  MIGRATION_FAILED: defect(500),
  // expressions
  EXPRESSION_SYNTAX: user(422),
  EXPRESSION_FORBIDDEN: user(422),
  EXPRESSION_MISSING: user(422),
  EXPRESSION_TYPE_MISMATCH: user(422),
  // runs
  LOOP_LIMIT: user(422),
  NODE_TIMEOUT: transient(504),
  RUN_TIMEOUT: user(422),
  MAX_STEPS: user(422),
  SUBWORKFLOW_FAILED: user(422),
  SUBWORKFLOW_DEPTH: user(422),
  SUBWORKFLOW_NOT_FOUND: user(422),
  OUTPUT_INVALID: user(422),
  GATE_REJECTED: user(422),
  GATE_TIMEOUT: user(422),
  OUTCOME_UNKNOWN: user(422),
  RECOVERY_LIMIT: defect(500),
  VALUE_TOO_LARGE: user(422),
  SECRET_MISSING: user(422),
  ARTIFACT_TOO_LARGE: user(422),
  ARTIFACT_STORE_FAILED: transient(503),
  // node types
  HTTP_ADDRESS_REFUSED: user(422),
  HTTP_HEADER_INVALID: user(422),
  HTTP_URL_INVALID: user(422),
  HTTP_STATUS: user(422),
  HTTP_FAILED: transient(502),
  HTTP_BODY_TOO_LARGE: user(422),
  HTTP_BODY_INVALID: user(422),
  HTTP_TOO_MANY_REDIRECTS: user(422),
  SQL_FAILED: user(422),
  SQL_READ_ONLY: user(422),
  SQL_CONNECTION_UNKNOWN: user(422),
  SQL_CONNECTION_FAILED: transient(502),
  CODE_FAILED: user(422),
  CODE_SYNTAX: user(422),
  CODE_MEMORY: user(422),
  CODE_OUTPUT_TOO_LARGE: user(422),
  SANDBOX_FAILED: transient(503),
  SKILL_UNKNOWN: user(422),
  SKILL_FAILED: user(422),
  SKILL_INPUT_INVALID: user(422),
  AGENT_PROVIDER_UNKNOWN: user(422),
  AGENT_FAILED: transient(502),
  AGENT_OUTPUT_INVALID: user(422),
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
