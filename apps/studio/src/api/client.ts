import { request } from './http';
import { newRequestKey } from './request-key';
import type {
  EventEnvelope,
  ImportReport,
  Issue,
  JsonObject,
  JsonValue,
  Layout,
  Limits,
  NodeOptions,
  OpenGate,
  Page,
  PublishReport,
  Run,
  RunSummary,
  SavedDraft,
  Session,
  Settlement,
  Signal,
  SignalAnswer,
  StartRun,
  Workflow,
  WorkflowFile,
  WorkflowGraph,
  WorkflowVersion,
} from './types';

/*
 * One function per route. Pages and hooks call these and nothing else, so that another client can stand in here.
 */

type Query = Readonly<Record<string, string | number | undefined | null>>;

function query(parameters: Query): string {
  const entries = Object.entries(parameters).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

const part = encodeURIComponent;

const ifMatch = (revision: number | undefined): Readonly<Record<string, string>> =>
  revision === undefined ? {} : { 'if-match': String(revision) };

export const getSession = () => request<Session>('/session');

export const listWorkflows = (cursor?: string | null) =>
  request<Page<Workflow>>(`/workflows${query({ cursor, limit: 100 })}`);
export const getWorkflow = (id: string) => request<Workflow>(`/workflows/${part(id)}`);
export const createWorkflow = (graph: unknown, layout?: Layout) =>
  request<SavedDraft>('/workflows', { method: 'POST', body: layout ? { graph, layout } : { graph } });
export const saveDraft = (id: string, revision: number, graph: WorkflowGraph, layout?: Layout) =>
  request<SavedDraft>(`/workflows/${part(id)}/draft`, {
    method: 'PUT',
    headers: ifMatch(revision),
    body: layout ? { graph, layout } : { graph },
    outlivesPage: true,
  });
export const archiveWorkflow = (id: string) => request<void>(`/workflows/${part(id)}`, { method: 'DELETE' });
export const duplicateWorkflow = (id: string) =>
  request<Workflow>(`/workflows/${part(id)}/duplicate`, { method: 'POST', body: {} });
export const validateWorkflow = (id: string, graph?: WorkflowGraph) =>
  request<{ issues: readonly Issue[] }>(`/workflows/${part(id)}/validate`, {
    method: 'POST',
    body: graph ? { graph } : {},
  });
export const publishWorkflow = (id: string, revision: number, note?: string) =>
  request<PublishReport>(`/workflows/${part(id)}/publish`, {
    method: 'POST',
    headers: ifMatch(revision),
    body: note ? { note } : {},
  });
export const listVersions = (id: string, cursor?: string) =>
  request<Page<WorkflowVersion>>(`/workflows/${part(id)}/versions${query({ cursor })}`);
export const getVersion = (id: string, version: number) =>
  request<WorkflowVersion>(`/workflows/${part(id)}/versions/${version}`);
/** The draft as a file, without credentials. */
export const exportWorkflow = (id: string) => request<WorkflowFile>(`/workflows/${part(id)}/export`);
export const importWorkflows = (content: string, format?: string) =>
  request<ImportReport>('/workflows/import', {
    method: 'POST',
    body: format ? { content, format } : { content },
  });

/** What nodes may name in this installation. */
export const getNodeOptions = () => request<NodeOptions>('/node-options');

export interface RunFilter {
  readonly status?: string;
  readonly workflowId?: string;
  readonly parentRunId?: string;
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
  readonly cursor?: string | null;
  readonly limit?: number;
}

export const listRuns = (filter: RunFilter = {}) => request<Page<RunSummary>>(`/runs${query({ ...filter })}`);
export const getRun = (id: string, signal?: AbortSignal) =>
  request<Run>(`/runs/${part(id)}`, signal ? { signal } : {});
/** The version a run executes, a frozen draft included. */
export const getRunVersion = (id: string) => request<WorkflowVersion>(`/runs/${part(id)}/version`);
/** Open gates, oldest first. */
export const listGates = (limit: number) => request<Page<OpenGate>>(`/gates${query({ limit })}`);
/** `key` makes a second press of the same button harmless; of the draft no other `revision` is run. */
export const startRun = (
  start: StartRun | { readonly fromRun: string },
  key: string = newRequestKey(),
  revision?: number,
) =>
  request<Run>('/runs', {
    method: 'POST',
    body: start,
    headers: { 'idempotency-key': key, ...ifMatch(revision) },
  });
export const listEvents = (id: string, after: number, limit = 500) =>
  request<Page<EventEnvelope>>(`/runs/${part(id)}/events${query({ after, limit })}`);
export const cancelRun = (id: string) =>
  request<Run>(`/runs/${part(id)}/cancel`, { method: 'POST', body: {} });

const step = (runId: string, stepId: string) => `/runs/${part(runId)}/steps/${part(stepId)}`;

export const approveStep = (runId: string, stepId: string, reason?: string) =>
  request<Run>(`/runs/${part(runId)}/approve`, {
    method: 'POST',
    body: reason ? { stepId, reason } : { stepId },
  });
export const rejectApproval = (runId: string, stepId: string, reason?: string) =>
  request<Run>(`/runs/${part(runId)}/reject`, {
    method: 'POST',
    body: reason ? { stepId, reason } : { stepId },
  });
export const answerStep = (runId: string, stepId: string, answer: JsonValue) =>
  request<Run>(`${step(runId, stepId)}/input`, { method: 'POST', body: answer });
export const rejectStep = (runId: string, stepId: string, reason?: string) =>
  request<Run>(`${step(runId, stepId)}/reject`, { method: 'POST', body: reason ? { reason } : {} });
export const settleStep = (runId: string, stepId: string, settlement: Settlement) =>
  request<Run>(`${step(runId, stepId)}/settle`, { method: 'POST', body: settlement });

/** How many runs may be running at the same time, and how many are open; null is no limit. */
export const getLimits = () => request<Limits>('/limits');
export const setLimit = (maxRunning: number | null) =>
  request<Limits>('/limits', { method: 'PUT', body: { maxRunning } });
export const setWorkflowLimit = (workflowId: string, maxRunning: number | null) =>
  request<unknown>(`/workflows/${part(workflowId)}/limits`, { method: 'PUT', body: { maxRunning } });

export interface SignalFilter {
  readonly name?: string;
  readonly key?: string;
  readonly cursor?: string | null | undefined;
}
/** Kept signals, newest first. */
export const listSignals = (filter: SignalFilter = {}) =>
  request<Page<Signal>>(`/signals${query({ ...filter, limit: 50 })}`);
export const sendSignal = (signal: {
  readonly name: string;
  readonly key: string;
  readonly payload: JsonObject;
  readonly idempotencyId: string;
}) => request<SignalAnswer>('/signals', { method: 'POST', body: signal });

export const artifactUrl = (artifactId: string) => `/api/v1/artifacts/${part(artifactId)}`;

/** The hash of what an artifact holds, without reading it. */
export async function artifactHash(artifactId: string): Promise<string | undefined> {
  const response = await fetch(artifactUrl(artifactId), { method: 'HEAD', credentials: 'same-origin' });
  return response.headers.get('etag')?.replaceAll('"', '') || undefined;
}
