import type { WorkflowStore } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUuid } from './binary-arrays';
import { inStatement } from './transaction';
import {
  type VersionRow,
  versionRecord,
  versionSummary,
  type WorkflowRow,
  workflowRecord,
} from './workflow-record';

type Reads = Pick<WorkflowStore, 'get' | 'list' | 'getVersion' | 'getVersionById' | 'listVersions'>;

/** Reads of definitions. They stand on the way of a start and of a run, so they do without Prisma. */
export function workflowReads(pool: Pool): Reads {
  const versions = (text: string, values: unknown[]) =>
    inStatement(() => pool.query<VersionRow>(text, values)).then(({ rows }) => rows);

  return {
    async get(workspaceId, id) {
      const { rows } = await inStatement(() =>
        pool.query<WorkflowRow>('SELECT * FROM workflows WHERE workspace_id = $1 AND id = $2', [
          workspaceId,
          id,
        ]),
      );
      return rows[0] && workflowRecord(rows[0]);
    },

    async list(workspaceId, { cursor, limit }) {
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
        throw new CodedError('BAD_REQUEST', 'The cursor is not one that a list of workflows gave.');
      const { rows } = await inStatement(() =>
        pool.query<WorkflowRow>(LIST, [workspaceId, cursor ?? null, limit + 1]),
      );
      const page = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? String(page.at(-1)!.key) : null;
      return { items: page.map(workflowRecord), nextCursor };
    },

    async getVersion(workspaceId, workflowId, version) {
      const rows = await versions(
        `${VERSION} WHERE workflows.workspace_id = $1 AND workflows.id = $2 AND version IS NOT NULL
           AND ($3::int4 IS NULL OR version = $3)
         ORDER BY version DESC LIMIT 1`,
        [workspaceId, workflowId, version ?? null],
      );
      return rows[0] && versionRecord(rows[0]);
    },

    async getVersionById(versionId) {
      if (!isUuid(versionId)) return undefined;
      const rows = await versions(`${VERSION} WHERE workflow_versions.id = $1`, [versionId]);
      return rows[0] && versionRecord(rows[0]);
    },

    async listVersions(workspaceId, workflowId) {
      const rows = await versions(
        `${SUMMARY} WHERE workflows.workspace_id = $1 AND workflows.id = $2 AND version IS NOT NULL
         ORDER BY version DESC`,
        [workspaceId, workflowId],
      );
      return rows.map(versionSummary);
    },
  };
}

const LIST = `
SELECT * FROM workflows
WHERE workspace_id = $1 AND archived_at IS NULL AND ($2::int4 IS NULL OR key < $2)
ORDER BY key DESC LIMIT $3`;

function select(columns: string): string {
  return `
SELECT workflow_versions.id, workflows.id AS workflow_id, version, graph_hash, ${columns} settings, clamps, layout,
  published_at, published_by, note
FROM workflow_versions JOIN workflows ON workflows.key = workflow_versions.workflow_key`;
}

const VERSION = select('canonical,');
const SUMMARY = select('');
