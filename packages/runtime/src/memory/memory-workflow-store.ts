import { CodedError } from '@weftwork/schema';
import type { DraftRecord, NewVersion, VersionRecord, WorkflowRecord, WorkflowStore } from '../ports';
import { revisionConflict } from '../workflows/revision-conflict';
import type { MemoryState } from './memory-state';
import { uuidV7 } from './uuid-v7';

type StoredVersion = VersionRecord & { workspaceId: string };

export function memoryWorkflowStore(state: MemoryState): WorkflowStore {
  const key = (workspaceId: string, id: string): string => `${workspaceId}\n${id}`;
  const stamp = (): string => new Date(state.now()).toISOString();
  const find = (workspaceId: string, id: string): WorkflowRecord | undefined => {
    const workflow = state.workflows.get(key(workspaceId, id));
    return workflow && detached(workflow);
  };
  const change = (workspaceId: string, id: string, by: Partial<WorkflowRecord>): void => {
    const workflow = state.workflows.get(key(workspaceId, id))!;
    state.workflows.set(key(workspaceId, id), { ...workflow, updatedAt: stamp(), ...by });
  };
  /** Newest first, unlisted ones left out. */
  const listed = (workspaceId: string, workflowId: string): StoredVersion[] =>
    versionsOf(state, workspaceId, workflowId)
      .filter((version) => version.version !== undefined)
      .sort((left, right) => right.version! - left.version!);
  const insert = (workspaceId: string, version: NewVersion, number?: number): VersionRecord => {
    if (!state.workflows.has(key(workspaceId, version.workflowId))) throw notFound(version.workflowId);
    const versionId = uuidV7();
    const record: StoredVersion = {
      ...detached(version),
      workspaceId,
      versionId,
      ...(number === undefined ? {} : { version: number }),
      publishedAt: stamp(),
    };
    state.versions.set(versionId, record);
    return shown(record);
  };

  return {
    async create(workspaceId, { id, name, graph, layout, by }) {
      if (state.workflows.has(key(workspaceId, id))) throw taken(id);
      const now = stamp();
      const draft = detached({ graph, layout, revision: 1, ...saved(by, now) });
      state.workflows.set(key(workspaceId, id), {
        id,
        workspaceId,
        name,
        draft,
        createdAt: now,
        updatedAt: now,
      });
      return find(workspaceId, id)!;
    },

    async get(workspaceId, id) {
      return find(workspaceId, id);
    },

    async list(workspaceId, { cursor, limit }) {
      const all = [...state.workflows.values()]
        .filter((workflow) => workflow.workspaceId === workspaceId && workflow.archivedAt === undefined)
        .reverse();
      const from = cursor === undefined ? 0 : all.findIndex((workflow) => workflow.id === cursor) + 1;
      const items = all.slice(from, from + limit).map(detached);
      return { items, nextCursor: from + limit < all.length ? items.at(-1)!.id : null };
    },

    async saveDraft(workspaceId, id, { name, graph, layout, ifRevision, by }) {
      const workflow = find(workspaceId, id);
      if (!workflow) throw notFound(id);
      const { revision } = workflow.draft;
      if (revision !== ifRevision) throw revisionConflict(id, ifRevision, revision);
      const draft = detached({
        graph,
        layout: layout ?? workflow.draft.layout,
        revision: revision + 1,
        ...saved(by, stamp()),
      });
      change(workspaceId, id, { name, draft });
      return detached(draft);
    },

    async archive(workspaceId, id) {
      const workflow = find(workspaceId, id);
      if (!workflow || workflow.archivedAt !== undefined) return false;
      change(workspaceId, id, { archivedAt: stamp() });
      return true;
    },

    async addVersion(workspaceId, version) {
      const newest = listed(workspaceId, version.workflowId)[0];
      if (newest?.canonical === version.canonical) return { record: shown(newest), created: false };
      const record = insert(workspaceId, version, (newest?.version ?? 0) + 1);
      const published = { version: record.version!, graphHash: record.graphHash };
      change(workspaceId, version.workflowId, { published });
      return { record, created: true };
    },

    async addTestVersion(workspaceId, version) {
      const same = versionsOf(state, workspaceId, version.workflowId).find(
        (other) => other.version === undefined && other.canonical === version.canonical,
      );
      return same ? shown(same) : insert(workspaceId, version);
    },

    async getVersion(workspaceId, workflowId, version) {
      const found = listed(workspaceId, workflowId).find(
        (candidate) => version === undefined || candidate.version === version,
      );
      return found && shown(found);
    },

    async getVersionById(versionId) {
      const found = state.versions.get(versionId);
      return found && shown(found);
    },

    async listVersions(workspaceId, workflowId) {
      return listed(workspaceId, workflowId).map((version) => {
        const { canonical: _, ...rest } = shown(version);
        return rest;
      });
    },
  };
}

function versionsOf(state: MemoryState, workspaceId: string, workflowId: string): StoredVersion[] {
  return [...state.versions.values()].filter(
    (version) => version.workspaceId === workspaceId && version.workflowId === workflowId,
  );
}

function saved(by: string | undefined, at: string): Pick<DraftRecord, 'savedBy' | 'savedAt'> {
  return by === undefined ? {} : { savedBy: by, savedAt: at };
}

function shown({ workspaceId: _, ...version }: StoredVersion): VersionRecord {
  return detached(version);
}

/** A stored document shares nothing with what the caller holds. */
function detached<T>(value: T): T {
  return structuredClone(value);
}

function taken(id: string): CodedError {
  return new CodedError(
    'WORKFLOW_ID_TAKEN',
    `A workflow with the id ${id} exists already. Choose another id.`,
  );
}

function notFound(id: string): CodedError {
  return new CodedError('NOT_FOUND', `There is no workflow ${id}.`);
}
