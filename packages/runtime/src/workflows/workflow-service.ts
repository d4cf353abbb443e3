import {
  CodedError,
  type Issue,
  type JsonObject,
  type NodeDefinitions,
  type WorkflowGraph,
} from '@weftwork/schema';
import type { Page, VersionRecord, WorkflowRecord, WorkflowStore } from '../ports';
import { createDraftDiffers } from './draft-differs';
import { readDraft, requestedId } from './draft-document';
import { type ExportedWorkflow, exportGraph } from './export-workflow';
import { type ImportResult, importWorkflows } from './import-workflows';
import { mintId as mint } from './mint-id';
import { plainLayout } from './plain-layout';
import { freezeGraph } from './publish-version';
import type { Clamp, Quotas } from './quotas';
import { revisionConflict } from './revision-conflict';

/** Lists everything wrong with a graph document; `graph` is there when it could be read as one. */
export type ValidateGraph = (
  document: unknown,
  scope: { readonly workspaceId: string },
) => Promise<{ graph?: WorkflowGraph; issues: readonly Issue[] }>;

export interface WorkflowServiceParts {
  readonly store: WorkflowStore;
  readonly validate: ValidateGraph;
  readonly definitions: NodeDefinitions;
  readonly quotas: Quotas;
  /** Ids for new workflows. */
  readonly mintId?: () => string;
}

export interface SavedDraft {
  readonly id: string;
  readonly revision: number;
  readonly issues: readonly Issue[];
}

export interface PublishReport {
  readonly version: number;
  readonly graphHash: string;
  readonly clamps: readonly Clamp[];
  readonly warnings: readonly Issue[];
  /** False when this very graph was the newest version already. */
  readonly created: boolean;
}

export interface SaveDraftRequest {
  readonly graph: unknown;
  readonly layout?: JsonObject;
  readonly ifRevision: number;
  readonly by?: string;
}

/** What people do with definitions. Every call is scoped by workspace; what is not there throws `NOT_FOUND`. */
export interface WorkflowService {
  /** Throws `WORKFLOW_ID_TAKEN`, or `GRAPH_INVALID` when the document breaks the draft rule. */
  create(
    workspaceId: string,
    workflow: { graph: unknown; layout?: JsonObject; by?: string },
  ): Promise<SavedDraft>;
  get(workspaceId: string, id: string): Promise<WorkflowRecord>;
  list(workspaceId: string, page: { cursor?: string; limit: number }): Promise<Page<WorkflowRecord>>;
  /** Throws `REVISION_CONFLICT` with both revisions, `GRAPH_ID_MISMATCH`, `ARCHIVED`. */
  saveDraft(workspaceId: string, id: string, draft: SaveDraftRequest): Promise<SavedDraft>;
  /** Issues of the given graph, or of the draft. */
  validate(workspaceId: string, id: string, graph?: unknown): Promise<readonly Issue[]>;
  /**
   * `note` says what is new. A graph that was published already keeps the note it has. With `ifRevision` no other
   * revision of the draft is published: throws `REVISION_CONFLICT` as `saveDraft` does.
   */
  publish(
    workspaceId: string,
    id: string,
    by: string,
    options?: { readonly note?: string; readonly ifRevision?: number },
  ): Promise<PublishReport>;
  /** The draft as an unlisted version, for a test run; with `ifRevision` that revision and no other. */
  freezeDraft(workspaceId: string, id: string, by: string, ifRevision?: number): Promise<VersionRecord>;
  getVersion(workspaceId: string, id: string, version: number): Promise<VersionRecord>;
  /** The version a run executes, a frozen draft included. The caller has seen that the run is theirs. */
  getVersionOfRun(versionId: string): Promise<VersionRecord>;
  listVersions(workspaceId: string, id: string): Promise<readonly Omit<VersionRecord, 'canonical'>[]>;
  /** Whether publishing the draft would give another version; undefined while nothing is published. */
  draftDiffers(workflow: WorkflowRecord): boolean | undefined;
  /** Makes a version the draft. Without `ifRevision` it replaces whatever the draft is now. */
  restore(
    workspaceId: string,
    id: string,
    version: number,
    options?: { readonly ifRevision?: number; readonly by?: string },
  ): Promise<SavedDraft>;
  duplicate(
    workspaceId: string,
    id: string,
    options?: { readonly name?: string; readonly by?: string },
  ): Promise<WorkflowRecord>;
  /** Gone from lists; versions and runs stay. Archiving twice changes nothing. */
  archive(workspaceId: string, id: string): Promise<void>;
  import(workspaceId: string, content: unknown, by?: string): Promise<ImportResult>;
  /** The file others import: graph and layout, without credentials that were typed in as plain text. */
  export(workspaceId: string, id: string): Promise<ExportedWorkflow>;
}

export function createWorkflowService(parts: WorkflowServiceParts): WorkflowService {
  const { store, validate } = parts;
  const mintId = parts.mintId ?? (() => mint('wf'));

  async function get(workspaceId: string, id: string): Promise<WorkflowRecord> {
    const workflow = await store.get(workspaceId, id);
    if (!workflow) throw new CodedError('NOT_FOUND', `There is no workflow "${id}".`);
    return workflow;
  }

  async function getActive(workspaceId: string, id: string): Promise<WorkflowRecord> {
    const workflow = await get(workspaceId, id);
    if (workflow.archivedAt === undefined) return workflow;
    throw new CodedError('ARCHIVED', `"${workflow.name}" is archived; duplicate it to go on.`);
  }

  /** The workflow while its draft is the one the caller has seen. */
  async function getUnchanged(workspaceId: string, id: string, ifRevision?: number): Promise<WorkflowRecord> {
    const workflow = await getActive(workspaceId, id);
    const { revision } = workflow.draft;
    if (ifRevision !== undefined && ifRevision !== revision) throw revisionConflict(id, ifRevision, revision);
    return workflow;
  }

  async function issuesOf(workspaceId: string, graph: unknown): Promise<readonly Issue[]> {
    return (await validate(graph, { workspaceId })).issues;
  }

  async function storeDraft(
    workspaceId: string,
    before: WorkflowRecord,
    draft: SaveDraftRequest,
  ): Promise<SavedDraft> {
    const { graph, name } = readDraft(draft.graph, before.id, before.name);
    const { graph: _, ...rest } = draft;
    const saved = await store.saveDraft(workspaceId, before.id, { ...rest, name, graph });
    return { id: before.id, revision: saved.revision, issues: await issuesOf(workspaceId, graph) };
  }

  async function getVersion(workspaceId: string, id: string, version: number): Promise<VersionRecord> {
    const record = await store.getVersion(workspaceId, id, version);
    if (!record) throw new CodedError('NOT_FOUND', `The workflow "${id}" has no version ${version}.`);
    return record;
  }

  return {
    get,
    getVersion,

    async create(workspaceId, { graph: document, layout, by }) {
      const id = requestedId(document) ?? mintId();
      const { graph, name } = readDraft(document, id);
      const created = await store.create(workspaceId, {
        id,
        name,
        graph,
        layout: layout ?? plainLayout(graph),
        ...(by === undefined ? {} : { by }),
      });
      return { id, revision: created.draft.revision, issues: await issuesOf(workspaceId, graph) };
    },

    list: (workspaceId, page) => store.list(workspaceId, page),
    draftDiffers: createDraftDiffers(),

    async saveDraft(workspaceId, id, draft) {
      return storeDraft(workspaceId, await getActive(workspaceId, id), draft);
    },

    async validate(workspaceId, id, graph) {
      const workflow = await get(workspaceId, id);
      return issuesOf(workspaceId, graph === undefined ? workflow.draft.graph : withId(graph, id));
    },

    async publish(workspaceId, id, by, { note, ifRevision } = {}) {
      const workflow = await getUnchanged(workspaceId, id, ifRevision);
      const { version, warnings } = await freezeGraph(parts, workflow, by);
      const { record, created } = await store.addVersion(workspaceId, note ? { ...version, note } : version);
      if (record.version === undefined)
        throw new CodedError('INTERNAL', 'A published version has no number.');
      return {
        version: record.version,
        graphHash: record.graphHash,
        clamps: version.clamps,
        warnings,
        created,
      };
    },

    async freezeDraft(workspaceId, id, by, ifRevision) {
      const { version } = await freezeGraph(parts, await getUnchanged(workspaceId, id, ifRevision), by);
      return store.addTestVersion(workspaceId, version);
    },

    async getVersionOfRun(versionId) {
      const record = await store.getVersionById(versionId);
      if (!record) throw new CodedError('NOT_FOUND', 'The version of this run is gone.');
      return record;
    },

    async listVersions(workspaceId, id) {
      await get(workspaceId, id);
      return store.listVersions(workspaceId, id);
    },

    async restore(workspaceId, id, version, { ifRevision, ...by } = {}) {
      const workflow = await getActive(workspaceId, id);
      const { canonical, layout } = await getVersion(workspaceId, id, version);
      const graph: unknown = JSON.parse(canonical);
      return storeDraft(workspaceId, workflow, {
        graph,
        layout,
        ifRevision: ifRevision ?? workflow.draft.revision,
        ...by,
      });
    },

    async duplicate(workspaceId, id, { name, ...by } = {}) {
      const { draft, name: before } = await get(workspaceId, id);
      const copy = { id: mintId(), name: name ?? `${before} (copy)` };
      const { graph } = readDraft({ ...draft.graph, ...copy }, copy.id);
      return store.create(workspaceId, { ...copy, graph, layout: draft.layout, ...by });
    },

    async archive(workspaceId, id) {
      await get(workspaceId, id);
      await store.archive(workspaceId, id);
    },

    import: (workspaceId, content, by) =>
      importWorkflows({ store, validate, mintId }, workspaceId, content, by),

    async export(workspaceId, id) {
      const { draft } = await get(workspaceId, id);
      return exportGraph(draft, await issuesOf(workspaceId, draft.graph));
    },
  };
}

/** A graph sent for checking may leave its id out. */
function withId(graph: unknown, id: string): unknown {
  const open = typeof graph === 'object' && graph !== null && !('id' in graph);
  return open ? { ...graph, id } : graph;
}
