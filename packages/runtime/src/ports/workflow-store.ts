import type { Issue, JsonObject, Layout, Settings } from '@weftwork/schema';
import type { Page } from './run-reader';

/** `graph` is the document as saved, normalised where it could be parsed. */
export interface DraftRecord {
  readonly graph: JsonObject;
  readonly layout: JsonObject;
  readonly revision: number;
  /** Who saved this revision, and when; absent where nobody is known, as of what the installation brought along. */
  readonly savedBy?: string;
  readonly savedAt?: string;
}

export interface WorkflowRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly draft: DraftRecord;
  readonly published?: { readonly version: number; readonly graphHash: string };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string;
}

/** Immutable. `version` is absent for an unlisted test version frozen from a draft. */
export interface VersionRecord {
  readonly versionId: string;
  readonly workflowId: string;
  readonly version?: number;
  readonly graphHash: string;
  readonly canonical: string;
  readonly layout: JsonObject;
  /** Settings after clamping with the system quotas. */
  readonly settings: Settings;
  readonly clamps: readonly { readonly path: string; readonly asked: number; readonly given: number }[];
  readonly publishedAt: string;
  readonly publishedBy: string;
  /** What its author said about it. */
  readonly note?: string;
}

export type NewVersion = Omit<VersionRecord, 'versionId' | 'version' | 'publishedAt'>;

export type { Issue, Layout };

/** Definitions and their versions. Every call is scoped by workspace. */
export interface WorkflowStore {
  /** Throws `WORKFLOW_ID_TAKEN`. */
  create(
    workspaceId: string,
    workflow: { id: string; name: string; graph: JsonObject; layout: JsonObject; by?: string },
  ): Promise<WorkflowRecord>;
  get(workspaceId: string, id: string): Promise<WorkflowRecord | undefined>;
  list(workspaceId: string, page: { cursor?: string; limit: number }): Promise<Page<WorkflowRecord>>;
  /** Compare-and-set on the revision; throws `REVISION_CONFLICT` with both revisions in `extra`. */
  saveDraft(
    workspaceId: string,
    id: string,
    draft: { name: string; graph: JsonObject; layout?: JsonObject; ifRevision: number; by?: string },
  ): Promise<DraftRecord>;
  archive(workspaceId: string, id: string): Promise<boolean>;
  /** Adds the next version, or answers the newest one when its canonical text is the same. Atomic per workflow. */
  addVersion(workspaceId: string, version: NewVersion): Promise<{ record: VersionRecord; created: boolean }>;
  /** Freezes a draft as an unlisted version; the same text answers the same row. */
  addTestVersion(workspaceId: string, version: NewVersion): Promise<VersionRecord>;
  getVersion(workspaceId: string, workflowId: string, version?: number): Promise<VersionRecord | undefined>;
  getVersionById(versionId: string): Promise<VersionRecord | undefined>;
  listVersions(workspaceId: string, workflowId: string): Promise<readonly Omit<VersionRecord, 'canonical'>[]>;
}
