/*
 * What the general commit sends: each table of rows is a list of columns, each column one array parameter. The
 * statement and its parameters are both made from these lists.
 */

/** Columns of the commit itself, in the order of the parameters. */
export const COMMIT_COLUMNS = [
  ['id', 'uuid'],
  ['claim_epoch', 'int4'],
  ['base_seq', 'int4'],
  ['base_wake_seq', 'int4'],
  ['expected', 'text'],
  ['quiet', 'bool'],
  ['fact_count', 'int4'],
  ['facts', 'text'],
  ['admission_count', 'int4'],
  ['admissions', 'text'],
  ['next_status', 'text'],
  ['next_wait', 'text'],
  ['error', 'text'],
  ['warnings', 'text'],
  ['release', 'bool'],
  ['lease_ms', 'int4'],
  ['active_ms', 'int4'],
] as const;

/** Only in a batch that creates; null for the commits of runs that exist. */
export const CREATE_COLUMNS = [
  ['creates', 'bool'],
  ['workflow_key', 'int4'],
  ['version_key', 'int4'],
  ['depth', 'int4'],
  ['priority', 'int4'],
  ['owner', 'text'],
  ['created_by', 'text'],
  ['input', 'text'],
  ['settings', 'text'],
  ['workspace_id', 'text'],
  ['key', 'text'],
  ['body_hash', 'text'],
  ['engine', 'text'],
] as const;

export const EFFECT_COLUMNS = [
  ['run_id', 'uuid'],
  ['node_id', 'text'],
  ['path', 'text'],
  ['attempt', 'int4'],
  // Null for an intent, else what the intent becomes.
  ['becomes', 'text'],
  ['effect_class', 'text'],
] as const;

export const TIMER_COLUMNS = [
  ['run_id', 'uuid'],
  ['key', 'text'],
  // Null for a timer that is cleared.
  ['kind', 'text'],
  ['after_ms', 'int4'],
  // A cleared timer that the same commit sets anew is only cleared when its admissions are refused.
  ['set_anew', 'bool'],
] as const;

export const SNAPSHOT_COLUMNS = [
  ['run_id', 'uuid'],
  ['engine_version', 'text'],
  ['state', 'text'],
] as const;

export const GATE_COLUMNS = [
  ['run_id', 'uuid'],
  ['step_id', 'text'],
  ['node_id', 'text'],
  ['path', 'text'],
  ['attempt', 'int4'],
  ['mode', 'text'],
  ['on_timeout', 'text'],
  ['message', 'text'],
  ['schema', 'text'],
  ['assignee', 'text'],
  ['signal_name', 'text'],
  ['signal_key', 'text'],
  // Null when there is none.
  ['deadline_seconds', 'text'],
] as const;

export const WITHDRAWN_COLUMNS = [
  ['run_id', 'uuid'],
  ['step_id', 'text'],
] as const;

export const ARTIFACT_COLUMNS = [
  ['run_id', 'uuid'],
  ['id', 'text'],
  ['node_id', 'text'],
  ['path', 'text'],
  ['attempt', 'int4'],
  ['name', 'text'],
  ['mime_type', 'text'],
  ['sha256', 'text'],
  ['bytes', 'text'],
  // Named by admitted events alone: without them nothing would lead to it.
  ['is_admission', 'bool'],
] as const;

export const CHILD_COLUMNS = [
  ['run_id', 'uuid'],
  ['child_id', 'uuid'],
  ['node_id', 'text'],
  ['path', 'text'],
  ['attempt', 'int4'],
  ['workflow_key', 'int4'],
  ['version_key', 'int4'],
  ['depth', 'int4'],
  ['priority', 'int4'],
  ['created_by', 'text'],
  ['input', 'text'],
  ['settings', 'text'],
  ['engine', 'text'],
  ['queued', 'text'],
] as const;

export type Columns = readonly (readonly [name: string, type: 'uuid' | 'int4' | 'text' | 'bool'])[];
