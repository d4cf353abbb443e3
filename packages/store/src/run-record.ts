import { type RunRecord, shownWait } from '@weftwork/runtime';
import type { JsonObject, RunError, RunStatus, RunWarning, Settings, WaitReason } from '@weftwork/schema';
import { outputOf } from './run-output';

/** Columns as the queries of this folder name them; from `row_to_json` times are texts. */
export interface RunRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly version_id: string;
  readonly version: number | null;
  readonly graph_hash: string;
  readonly status: RunStatus;
  readonly wait_reason: WaitReason | null;
  readonly input: string;
  readonly error: string | null;
  readonly warnings: string | null;
  readonly settings: string;
  readonly seq: number;
  readonly depth: number;
  readonly parent_run_id: string | null;
  readonly node_id: string | null;
  readonly path: string | null;
  readonly attempt: number | null;
  readonly created_by: string;
  readonly created_at: string | Date;
  readonly started_at: string | Date | null;
  readonly ended_at: string | Date | null;
  readonly last_events?: string | null;
}

export const RUN_QUERY = `
SELECT run.id, workflows.workspace_id, workflows.id AS workflow_id, workflows.name AS workflow_name,
  versions.id AS version_id, versions.version, versions.graph_hash, run.status::text, run.wait_reason::text,
  run.input, run.error, run.warnings, coalesce(run.settings, versions.settings) AS settings, run.seq, run.depth,
  child.parent_run_id, child.node_id, child.path, child.attempt,
  run.created_by, run.created_at, run.started_at, run.ended_at
FROM runs AS run
  JOIN workflows ON workflows.key = run.workflow_key
  JOIN workflow_versions AS versions ON versions.key = run.version_key
  LEFT JOIN run_children AS child ON child.child_run_id = run.id`;

/** `lastEvents`: the last row of the log, which holds the output; without it the record has none. */
export function runRecord(row: RunRow, lastEvents: string | null | undefined = row.last_events): RunRecord {
  const output = row.status === 'completed' && lastEvents ? outputOf(lastEvents) : undefined;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    versionId: row.version_id,
    version: row.version ?? 'draft',
    graphHash: row.graph_hash,
    status: row.status,
    ...shownWait(row.status, row.wait_reason ?? undefined),
    input: JSON.parse(row.input) as JsonObject,
    ...output,
    ...(row.error ? { error: JSON.parse(row.error) as RunError } : {}),
    warnings: row.warnings ? (JSON.parse(row.warnings) as RunWarning[]) : [],
    settings: JSON.parse(row.settings) as Settings,
    lastSeq: row.seq,
    depth: row.depth,
    ...(row.parent_run_id
      ? { parent: { runId: row.parent_run_id, nodeId: row.node_id!, path: row.path!, attempt: row.attempt! } }
      : {}),
    createdBy: row.created_by,
    createdAt: timeText(row.created_at),
    ...(row.started_at ? { startedAt: timeText(row.started_at) } : {}),
    ...(row.ended_at ? { endedAt: timeText(row.ended_at) } : {}),
  };
}

export function timeText(time: string | Date): string {
  return new Date(time).toISOString();
}
