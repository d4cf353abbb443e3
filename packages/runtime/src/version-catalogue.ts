import { CodedError, type JsonObject, safeParseGraph } from '@weftwork/schema';
import { LRUCache } from 'lru-cache';
import type { NodeImplementations } from './executor';
import { type PreparedVersion, prepareVersion } from './graph/prepare-version';
import type { VersionRecord, WorkflowStore } from './ports';

/** Compiled versions kept; one of 100 nodes takes about 100 KiB. */
const MAX_PREPARED = 500;
/** How long another process may not see what this one published; this process is told at once. */
const LATEST_TTL_MS = 1_000;

interface Latest {
  readonly name: string;
  readonly archived: boolean;
  readonly versionId: string | undefined;
}

/** Finds the version a run asks for, compiled once and kept. Holds no secrets. */
export class VersionCatalogue {
  private readonly prepared = new LRUCache<string, PreparedVersion>({ max: MAX_PREPARED });
  private readonly latest = new LRUCache<string, Latest>({ max: 5_000, ttl: LATEST_TTL_MS });

  constructor(
    private readonly store: WorkflowStore,
    private readonly implementations: NodeImplementations,
  ) {}

  /** A workflow was published, archived or renamed in this process. */
  forget(workspaceId: string, workflowId: string): void {
    this.latest.delete(`${workspaceId}/${workflowId}`);
  }

  /** Throws `NOT_FOUND`, `ARCHIVED`, `NOT_PUBLISHED`. Synchronous when it is known, as it is on the hot path. */
  latestOf(workspaceId: string, workflowId: string): PreparedVersion | Promise<PreparedVersion> {
    const known = this.latest.get(`${workspaceId}/${workflowId}`);
    if (known?.versionId !== undefined && !known.archived) {
      const prepared = this.prepared.get(known.versionId);
      if (prepared) return prepared;
    }
    return this.findLatest(workspaceId, workflowId);
  }

  /** Throws `NOT_FOUND`, `ARCHIVED`. */
  async assertActive(workspaceId: string, workflowId: string): Promise<void> {
    await this.workflow(workspaceId, workflowId);
  }

  async numbered(workspaceId: string, workflowId: string, version: number): Promise<PreparedVersion> {
    const workflow = await this.workflow(workspaceId, workflowId);
    const record = await this.store.getVersion(workspaceId, workflowId, version);
    if (!record) throw new CodedError('NOT_FOUND', `The workflow ${workflowId} has no version ${version}.`);
    return this.prepare(workspaceId, workflow.name, record);
  }

  async byId(workspaceId: string, versionId: string): Promise<PreparedVersion> {
    const known = this.prepared.get(versionId);
    if (known) return known;
    const record = await this.store.getVersionById(versionId);
    if (!record) throw new CodedError('NOT_FOUND', `The version ${versionId} does not exist.`);
    const workflow = await this.store.get(workspaceId, record.workflowId);
    return this.prepare(workspaceId, workflow?.name ?? record.workflowId, record);
  }

  prepare(workspaceId: string, workflowName: string, record: VersionRecord): PreparedVersion {
    const known = this.prepared.get(record.versionId);
    if (known) return known;
    const parsed = safeParseGraph(JSON.parse(record.canonical) as JsonObject);
    if (!parsed.ok)
      throw new CodedError('INTERNAL', `The stored version ${record.versionId} cannot be read.`);
    const prepared = prepareVersion(
      {
        versionId: record.versionId,
        workspaceId,
        workflowId: record.workflowId,
        workflowName,
        version: record.version ?? 'draft',
        graphHash: record.graphHash,
        settings: record.settings,
      },
      parsed.graph,
      this.implementations,
    );
    this.prepared.set(record.versionId, prepared);
    return prepared;
  }

  private async findLatest(workspaceId: string, workflowId: string): Promise<PreparedVersion> {
    const workflow = await this.workflow(workspaceId, workflowId);
    const record = await this.store.getVersion(workspaceId, workflowId);
    if (!record) {
      throw new CodedError(
        'NOT_PUBLISHED',
        `The workflow ${workflowId} has no published version. Publish it, or run its draft.`,
      );
    }
    const prepared = this.prepare(workspaceId, workflow.name, record);
    this.latest.set(`${workspaceId}/${workflowId}`, {
      name: workflow.name,
      archived: false,
      versionId: record.versionId,
    });
    return prepared;
  }

  private async workflow(workspaceId: string, workflowId: string): Promise<{ name: string }> {
    const workflow = await this.store.get(workspaceId, workflowId);
    if (!workflow) throw new CodedError('NOT_FOUND', `The workflow ${workflowId} does not exist.`);
    if (workflow.archivedAt) {
      throw new CodedError('ARCHIVED', `The workflow ${workflowId} is archived and starts no new runs.`);
    }
    return workflow;
  }
}
