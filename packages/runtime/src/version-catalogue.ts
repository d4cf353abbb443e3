import { CodedError, type JsonObject, safeParseGraph } from '@weftwork/schema';
import { LRUCache } from 'lru-cache';
import type { NodeImplementations } from './executor';
import { type PreparedVersion, prepareVersion } from './graph/prepare-version';
import type { VersionRecord, WorkflowStore } from './ports';

/** Compiled versions kept; one of 100 nodes takes about 100 KiB. */
const MAX_PREPARED = 500;
/** How long another process may not see what this one published; this process is told at once. */
const LATEST_TTL_MS = 1_000;

/** Finds the version a run asks for, compiled once and kept. Holds no secrets. */
export class VersionCatalogue {
  private readonly prepared = new LRUCache<string, PreparedVersion>({ max: MAX_PREPARED });
  /** The id of a workflow's latest version; of one that is archived or was never published there is none. */
  private readonly latest = new LRUCache<string, string>({ max: 5_000, ttl: LATEST_TTL_MS });
  /** What is being read now, so that many who ask at once wait for one answer of the store. */
  private readonly reading = new Map<string, Promise<PreparedVersion>>();

  constructor(
    private readonly store: Pick<WorkflowStore, 'get' | 'getVersion' | 'getVersionById'>,
    private readonly implementations: NodeImplementations,
  ) {}

  /** A workflow was published, archived or renamed in this process. */
  forget(workspaceId: string, workflowId: string): void {
    const key = `${workspaceId}/${workflowId}`;
    this.latest.delete(key);
    // Whoever asks from now on must not get what was read before.
    this.reading.delete(key);
  }

  /** Throws `NOT_FOUND`, `ARCHIVED`, `NOT_PUBLISHED`. Synchronous when it is known, as it is on the hot path. */
  latestOf(workspaceId: string, workflowId: string): PreparedVersion | Promise<PreparedVersion> {
    const key = `${workspaceId}/${workflowId}`;
    const known = this.latest.get(key);
    const prepared = known === undefined ? undefined : this.prepared.get(known);
    return (
      prepared ??
      this.readOnce(
        key,
        () => this.findLatest(workspaceId, workflowId),
        ({ versionId }) => this.latest.set(key, versionId),
      )
    );
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
    return (
      this.prepared.get(versionId) ??
      this.readOnce(`${workspaceId}//${versionId}`, () => this.findVersion(workspaceId, versionId))
    );
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

  /** `keep` is told what was read, unless it was forgotten meanwhile. */
  private readOnce(
    key: string,
    read: () => Promise<PreparedVersion>,
    keep: (found: PreparedVersion) => void = () => {},
  ): Promise<PreparedVersion> {
    const begun = this.reading.get(key);
    if (begun) return begun;
    const isCurrent = () => this.reading.get(key) === reading;
    const reading = read()
      .then((found) => {
        if (isCurrent()) keep(found);
        return found;
      })
      .finally(() => isCurrent() && this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  private async findVersion(workspaceId: string, versionId: string): Promise<PreparedVersion> {
    const record = await this.store.getVersionById(versionId);
    if (!record) throw new CodedError('NOT_FOUND', `The version ${versionId} does not exist.`);
    const workflow = await this.store.get(workspaceId, record.workflowId);
    return this.prepare(workspaceId, workflow?.name ?? record.workflowId, record);
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
    return this.prepare(workspaceId, workflow.name, record);
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
