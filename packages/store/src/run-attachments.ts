import type { ArtifactRecord, GateRecord, RunReader } from '@weftwork/runtime';
import type { JsonObject, JsonValue } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUuid } from './binary-arrays';
import { timeText } from './run-record';
import { inStatement } from './transaction';

/** What hangs on runs: gates that wait for people, and artifacts. */
export function runAttachments(pool: Pool): Pick<RunReader, 'listGates' | 'listArtifacts' | 'getArtifact'> {
  return {
    async listGates(workspaceId, { runId, stepId, status }, limit, after) {
      if ([runId, after?.runId].some((id) => id !== undefined && !isUuid(id))) return [];
      const values: unknown[] = [workspaceId, limit];
      const tests = [status === 'open' ? `AND status = 'open'` : ''];
      if (runId !== undefined) tests.push(`AND run_id = $${values.push(runId)}`);
      if (stepId !== undefined) tests.push(`AND step_id = $${values.push(stepId)}`);
      if (after !== undefined) {
        const [run, step] = [values.push(after.runId), values.push(after.stepId)];
        tests.push(`AND (opened_at, run_id, step_id) >
          (SELECT opened_at, run_id, step_id FROM gates
           WHERE workspace_id = $1 AND run_id = $${run} AND step_id = $${step})`);
      }
      const text = `${GATES} WHERE workspace_id = $1 ${tests.join(' ')} ORDER BY opened_at, run_id, step_id LIMIT $2`;
      const { rows } = await inStatement(() => pool.query<GateRecordRow>(text, values));
      return rows.map(gateRecord);
    },

    async listArtifacts(workspaceId, runId) {
      if (!isUuid(runId)) return [];
      const text = `${ARTIFACTS} AND artifacts.run_id = $2 ORDER BY artifacts.created_at, artifacts.id`;
      const { rows } = await inStatement(() => pool.query<ArtifactRecordRow>(text, [workspaceId, runId]));
      return rows.map(artifactRecord);
    },

    async getArtifact(workspaceId, artifactId) {
      const text = `${ARTIFACTS} AND artifacts.id = $2`;
      const { rows } = await inStatement(() =>
        pool.query<ArtifactRecordRow>(text, [workspaceId, artifactId]),
      );
      return rows[0] && artifactRecord(rows[0]);
    },
  };
}

interface GateRecordRow {
  readonly run_id: string;
  readonly step_id: string;
  readonly node_id: string;
  readonly path: string;
  readonly attempt: number;
  readonly mode: GateRecord['mode'];
  readonly status: GateRecord['status'];
  readonly message: string;
  readonly schema: string | null;
  readonly deadline_at: Date | null;
  readonly opened_at: Date;
  readonly signal_name: string | null;
  readonly signal_key: string | null;
}

const GATES = `
SELECT run_id, step_id, node_id, path, attempt, mode::text, status::text, message, schema, deadline_at, opened_at,
  signal_name, signal_key
FROM gates`;

function gateRecord(row: GateRecordRow): GateRecord {
  return {
    runId: row.run_id,
    stepId: row.step_id,
    nodeId: row.node_id,
    path: row.path,
    attempt: row.attempt,
    mode: row.mode,
    status: row.status,
    message: JSON.parse(row.message) as JsonValue,
    ...(row.schema ? { schema: JSON.parse(row.schema) as JsonObject } : {}),
    ...(row.deadline_at ? { deadlineAt: timeText(row.deadline_at) } : {}),
    openedAt: timeText(row.opened_at),
    ...(row.signal_name === null ? {} : { signal: { name: row.signal_name, key: row.signal_key! } }),
  };
}

interface ArtifactRecordRow {
  readonly id: string;
  readonly run_id: string;
  readonly workspace_id: string;
  readonly node_id: string;
  readonly name: string;
  readonly mime_type: string;
  readonly sha256: string;
  readonly bytes: string;
  readonly created_at: Date;
}

const ARTIFACTS = `
SELECT artifacts.id, artifacts.run_id, workflows.workspace_id, artifacts.node_id, artifacts.name,
  artifacts.mime_type, artifacts.sha256, artifacts.bytes, artifacts.created_at
FROM artifacts JOIN runs ON runs.id = artifacts.run_id JOIN workflows ON workflows.key = runs.workflow_key
WHERE workflows.workspace_id = $1`;

function artifactRecord(row: ArtifactRecordRow): ArtifactRecord {
  return {
    artifactId: row.id,
    runId: row.run_id,
    workspaceId: row.workspace_id,
    nodeId: row.node_id,
    name: row.name,
    mimeType: row.mime_type,
    sha256: row.sha256,
    bytes: Number(row.bytes),
    createdAt: timeText(row.created_at),
  };
}
