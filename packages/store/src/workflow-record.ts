import type { DraftRecord, VersionRecord, WorkflowRecord } from '@weftwork/runtime';
import type { JsonObject, Settings } from '@weftwork/schema';

export interface WorkflowRow {
  readonly key: number;
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly draft_graph: string;
  readonly draft_layout: string;
  readonly draft_revision: number;
  readonly draft_saved_by: string | null;
  readonly draft_saved_at: Date | null;
  readonly draft_saved_revision: number | null;
  readonly published_version: number | null;
  readonly published_hash: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
}

export function workflowRecord(row: WorkflowRow): WorkflowRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    draft: draftRecord({
      draftGraph: row.draft_graph,
      draftLayout: row.draft_layout,
      draftRevision: row.draft_revision,
      draftSavedBy: row.draft_saved_by,
      draftSavedAt: row.draft_saved_at,
      draftSavedRevision: row.draft_saved_revision,
    }),
    ...(row.published_version === null
      ? {}
      : { published: { version: row.published_version, graphHash: row.published_hash! } }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.archived_at ? { archivedAt: row.archived_at.toISOString() } : {}),
  };
}

export interface DraftColumns {
  readonly draftGraph: string;
  readonly draftLayout: string;
  readonly draftRevision: number;
  readonly draftSavedBy: string | null;
  readonly draftSavedAt: Date | null;
  readonly draftSavedRevision: number | null;
}

/** A process that does not know of authors leaves the one of an earlier revision behind: that is not this one's. */
export function draftRecord(columns: DraftColumns): DraftRecord {
  const { draftRevision: revision, draftSavedBy: savedBy, draftSavedAt: savedAt } = columns;
  const known = savedBy !== null && savedAt !== null && columns.draftSavedRevision === revision;
  return {
    graph: JSON.parse(columns.draftGraph) as JsonObject,
    layout: JSON.parse(columns.draftLayout) as JsonObject,
    revision,
    ...(known ? { savedBy, savedAt: savedAt.toISOString() } : {}),
  };
}

export interface VersionRow {
  readonly id: string;
  readonly workflow_id: string;
  readonly version: number | null;
  readonly graph_hash: string;
  readonly canonical: string;
  readonly layout: string;
  readonly settings: string;
  readonly clamps: string;
  readonly published_at: Date;
  readonly published_by: string;
  readonly note: string | null;
}

export function versionRecord(row: VersionRow): VersionRecord {
  return { ...versionSummary(row), canonical: row.canonical };
}

export function versionSummary(row: Omit<VersionRow, 'canonical'>): Omit<VersionRecord, 'canonical'> {
  return {
    versionId: row.id,
    workflowId: row.workflow_id,
    ...(row.version === null ? {} : { version: row.version }),
    graphHash: row.graph_hash,
    layout: JSON.parse(row.layout) as JsonObject,
    settings: JSON.parse(row.settings) as Settings,
    clamps: JSON.parse(row.clamps) as VersionRecord['clamps'],
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by,
    ...(row.note === null ? {} : { note: row.note }),
  };
}
