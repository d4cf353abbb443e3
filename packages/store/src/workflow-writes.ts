import { randomUUID } from 'node:crypto';
import { type NewVersion, revisionConflict, type WorkflowStore } from '@weftwork/runtime';
import { CodedError, type JsonObject } from '@weftwork/schema';
import type { Pool } from 'pg';
import type { Prisma, WorkflowVersion } from './generated/client';
import type { Through } from './prisma-client';
import { workflowReads } from './workflow-reads';
import { type DraftColumns, draftRecord } from './workflow-record';

type Writes = Pick<WorkflowStore, 'create' | 'saveDraft' | 'archive' | 'addVersion' | 'addTestVersion'>;
type Transaction = Prisma.TransactionClient;

/** Writes of definitions, through Prisma. Races are settled by the database: unique keys, compare-and-set, row locks. */
export function workflowWrites(through: Through, pool: Pool): Writes {
  const reads = workflowReads(pool);
  const transact = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    through((prisma) => prisma.$transaction(work));
  return {
    async create(workspaceId, { id, name, graph, layout, by }) {
      const data = { workspaceId, id, name, ...documents(graph, layout), ...savedBy(by, 1, new Date()) };
      try {
        await through(({ workflow }) => workflow.create({ data }));
      } catch (cause) {
        if (!isTaken(cause)) throw cause;
        throw new CodedError(
          'WORKFLOW_ID_TAKEN',
          `A workflow with the id ${id} exists already. Choose another id.`,
          { cause },
        );
      }
      return (await reads.get(workspaceId, id))!;
    },

    async saveDraft(workspaceId, id, { name, graph, layout, ifRevision, by }) {
      const updatedAt = new Date();
      const data = {
        name,
        draftGraph: JSON.stringify(graph),
        ...(layout ? { draftLayout: JSON.stringify(layout) } : {}),
        draftRevision: { increment: 1 },
        ...savedBy(by, ifRevision + 1, updatedAt),
        updatedAt,
      };
      const where = { workspaceId, id, draftRevision: ifRevision };
      const saved = await through(({ workflow }) => workflow.updateManyAndReturn({ where, data }));
      if (saved[0]) return draftRecord(saved[0]);
      const current = await reads.get(workspaceId, id);
      if (!current) throw notFound(id);
      throw revisionConflict(id, ifRevision, current.draft.revision);
    },

    async archive(workspaceId, id) {
      const archivedAt = new Date();
      const where = { workspaceId, id, archivedAt: null };
      const data = { archivedAt, updatedAt: archivedAt };
      const { count } = await through(({ workflow }) => workflow.updateMany({ where, data }));
      return count === 1;
    },

    async addVersion(workspaceId, version) {
      const { id, created } = await transact(async (transaction) => {
        const workflowKey = await lockWorkflow(transaction, workspaceId, version.workflowId);
        const newest = await transaction.workflowVersion.findFirst({
          where: { workflowKey, version: { not: null } },
          orderBy: { version: 'desc' },
        });
        if (newest?.canonical === version.canonical) return { id: newest.id, created: false };
        const number = (newest?.version ?? 0) + 1;
        const row = await insert(transaction, workflowKey, version, number);
        await transaction.workflow.update({
          where: { key: workflowKey },
          data: { publishedVersion: number, publishedHash: version.graphHash, updatedAt: new Date() },
        });
        return { id: row.id, created: true };
      });
      return { record: (await reads.getVersionById(id))!, created };
    },

    async addTestVersion(workspaceId, version) {
      const { id } = await transact(async (transaction) => {
        const workflowKey = await lockWorkflow(transaction, workspaceId, version.workflowId);
        const same = await transaction.workflowVersion.findFirst({
          where: { workflowKey, version: null, graphHash: version.graphHash },
        });
        return same ?? insert(transaction, workflowKey, version, null);
      });
      return (await reads.getVersionById(id))!;
    },
  };
}

function documents(graph: JsonObject, layout: JsonObject): { draftGraph: string; draftLayout: string } {
  return { draftGraph: JSON.stringify(graph), draftLayout: JSON.stringify(layout) };
}

/** Publishing is one at a time per workflow. */
async function lockWorkflow(transaction: Transaction, workspaceId: string, id: string): Promise<number> {
  const rows = await transaction.$queryRaw<{ key: number }[]>`
    SELECT key FROM workflows WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  if (!rows[0]) throw notFound(id);
  return rows[0].key;
}

function insert(
  transaction: Transaction,
  workflowKey: number,
  version: NewVersion,
  number: number | null,
): Promise<WorkflowVersion> {
  return transaction.workflowVersion.create({
    data: {
      // Not one that holds a time: such ids follow one another in a process, and those of runs tell when they began.
      id: randomUUID(),
      workflowKey,
      version: number,
      graphHash: version.graphHash,
      canonical: version.canonical,
      layout: JSON.stringify(version.layout),
      settings: JSON.stringify(version.settings),
      clamps: JSON.stringify(version.clamps),
      publishedBy: version.publishedBy,
      ...(version.note === undefined ? {} : { note: version.note }),
    },
  });
}

function savedBy(by: string | undefined, revision: number, at: Date): Partial<DraftColumns> {
  return by === undefined ? {} : { draftSavedBy: by, draftSavedAt: at, draftSavedRevision: revision };
}

/** Prisma's code for a unique key that is taken. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002';
}

function notFound(id: string): CodedError {
  return new CodedError('NOT_FOUND', `There is no workflow ${id}.`);
}
