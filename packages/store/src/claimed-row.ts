import type { ClaimedRun, LogRow, NewRun } from '@weftwork/runtime';
import type { RunStatus, Settings } from '@weftwork/schema';

/** What a claim reads of a run: all that is needed to walk on, as one JSON value. */
export interface ClaimedRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly versionId: string;
  readonly version: number | null;
  readonly graphHash: string;
  readonly input: string;
  readonly settings: string;
  readonly createdBy: string;
  readonly engine: string;
  readonly depth: number;
  readonly priority: number;
  readonly parent: NewRun['parent'] | null;
  readonly status: RunStatus;
  readonly epoch: number;
  readonly takeover: boolean;
  readonly seq: number;
  readonly wakeSeq: number;
  readonly activeMs: number;
  readonly snapshot: { engineVersion: string; seq: number; text: string } | null;
  readonly log: readonly [firstSeq: number, lastSeq: number, text: string][];
}

export function claimedRun(row: ClaimedRow): ClaimedRun {
  const { id, version, parent, snapshot, log } = row;
  return {
    run: {
      runId: id,
      workspaceId: row.workspaceId,
      workflowId: row.workflowId,
      versionId: row.versionId,
      version: version ?? 'draft',
      graphHash: row.graphHash,
      input: JSON.parse(row.input) as NewRun['input'],
      settings: JSON.parse(row.settings) as Settings,
      createdBy: row.createdBy,
      engine: row.engine,
      ...(parent ? { parent } : {}),
      depth: row.depth,
      ...(row.priority === 0 ? {} : { priority: row.priority }),
    },
    status: row.status,
    epoch: row.epoch,
    takeover: row.takeover,
    seq: row.seq,
    wakeSeq: row.wakeSeq,
    activeMs: row.activeMs,
    ...(snapshot ? { snapshot } : {}),
    log: log.map(([firstSeq, lastSeq, text]): LogRow => ({ firstSeq, lastSeq, text })),
  };
}

export function readState(source: string, engineVersion: string): string {
  return `
SELECT json_build_object(
  'id', run.id, 'workspaceId', workflows.workspace_id, 'workflowId', workflows.id, 'versionId', versions.id,
  'version', versions.version, 'graphHash', versions.graph_hash, 'input', run.input,
  'settings', coalesce(run.settings, versions.settings), 'createdBy', run.created_by, 'engine', run.engine,
  'depth', run.depth, 'priority', run.priority,
  'parent', CASE WHEN child.child_run_id IS NOT NULL THEN json_build_object('runId', child.parent_run_id,
    'nodeId', child.node_id, 'path', child.path, 'attempt', child.attempt) END,
  'status', run.status, 'epoch', run.epoch, 'takeover', run.takeover, 'seq', run.seq, 'wakeSeq', run.wake_seq, 'activeMs', run.active_ms,
  'snapshot', CASE WHEN snapshot.run_id IS NOT NULL THEN json_build_object('engineVersion', snapshot.engine_version,
    'seq', snapshot.seq, 'text', snapshot.state) END,
  'log', coalesce((
    SELECT json_agg(json_build_array(first_seq, last_seq, events) ORDER BY first_seq)
    FROM run_log WHERE run_id = run.id AND last_seq > coalesce(snapshot.seq, 0)), '[]')
) AS run
FROM ${source} AS run
  JOIN workflows ON workflows.key = run.workflow_key
  JOIN workflow_versions AS versions ON versions.key = run.version_key
  LEFT JOIN run_snapshots AS snapshot ON snapshot.run_id = run.id AND snapshot.engine_version = ${engineVersion}
  LEFT JOIN run_children AS child ON child.child_run_id = run.id`;
}
