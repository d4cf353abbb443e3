import type {
  ExportedWorkflow,
  Gate,
  ImportResult,
  Limits,
  PublishReport,
  Run,
  RunSummary,
  SavedDraft,
  Signal,
  SignalAnswer,
  Version,
  VersionSummary,
  Workflow,
  WorkflowLimits,
} from '@weftwork/api/contracts';
import type { EventEnvelope, Issue, JsonObject, JsonValue, RunStatus } from '@weftwork/schema';
import { type FollowOptions, followEvents } from './follow-events';
import { type ClientOptions, createSend, type Method, type Sent } from './request';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PageOptions {
  readonly cursor?: string | null;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface RunFilter extends PageOptions {
  readonly status?: readonly RunStatus[];
  readonly workflowId?: string;
  readonly parentRunId?: string;
  /** Created at or after, and before: RFC 3339. */
  readonly since?: string;
  readonly until?: string;
  /** A part of the id, the workflow's name, the error or the input. */
  readonly search?: string;
}

export type RunStart = (
  | { readonly workflowId: string; readonly version?: number | 'draft'; readonly input?: JsonObject }
  | { readonly fromRun: string }
) & {
  /** Among the runs of its workspace that wait for a free place the higher goes first. */
  readonly priority?: number;
};

export interface StartOptions {
  /** Answer only once the run has ended or waits for somebody, at most so many seconds. */
  readonly wait?: number;
  /** Makes a second try with the same start harmless. */
  readonly idempotencyKey?: string;
  /** Of the draft that is to be run: throws `REVISION_CONFLICT` when somebody saved since. */
  readonly revision?: number;
  readonly signal?: AbortSignal;
}

export interface Settlement {
  readonly outcome: 'done' | 'failed' | 'again';
  readonly data?: JsonObject;
}

/** `name` is what happened, `key` to which occurrence. */
export interface SignalToSend {
  readonly name: string;
  readonly key: string | number;
  readonly payload?: JsonObject;
  /** Makes sending it a second time harmless. */
  readonly idempotencyId?: string;
}

export interface SignalFilter extends PageOptions {
  readonly name?: string;
  readonly key?: string;
}

/** A file that was made by a run. */
export interface DownloadedArtifact {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

const ifMatch = (revision: number | undefined) => ({
  'if-match': revision === undefined ? undefined : String(revision),
});

export type WeftworkClient = ReturnType<typeof createClient>;

/**
 * The API as functions, for browser and Node. Every call throws `WeftworkError` when it is refused.
 *
 *     const weftwork = createClient({ baseUrl: 'http://localhost:3000', token });
 *     const run = await weftwork.startRun({ workflowId: 'report', input: { topic: 'tea' } });
 *     for await (const event of weftwork.events(run.id)) console.log(event.type);
 */
export function createClient(options: ClientOptions = {}) {
  const send = createSend(options);
  const at = encodeURIComponent;

  async function call<Answer>(method: Method, path: string, sent?: Sent): Promise<Answer> {
    const response = await send(method, path, sent);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  const workflow = (id: string) => `/workflows/${at(id)}`;
  const version = (id: string, number: number) => `${workflow(id)}/versions/${number}`;
  const run = (id: string) => `/runs/${at(id)}`;
  const step = (runId: string, stepId: string) => `${run(runId)}/steps/${at(stepId)}`;
  const page = ({ signal, ...query }: PageOptions) => ({ query, signal });

  return {
    health: () => call<{ status: string; storage: string; queue: string; version: string }>('GET', '/health'),
    session: () => call<{ userId: string; workspaceId: string; role: string }>('GET', '/session'),
    signOut: () => call<void>('DELETE', '/session'),
    createSignInLink: () =>
      call<{ url: string; path: string; expiresAt: string }>('POST', '/sign-in-links', { body: {} }),

    createWorkflow: (graph: unknown, layout?: JsonObject) =>
      call<SavedDraft>('POST', '/workflows', { body: { graph, layout } }),
    listWorkflows: (options: PageOptions = {}) => call<Page<Workflow>>('GET', '/workflows', page(options)),
    getWorkflow: (id: string) => call<Workflow>('GET', workflow(id)),
    archiveWorkflow: (id: string) => call<void>('DELETE', workflow(id)),
    duplicateWorkflow: (id: string, name?: string) =>
      call<Workflow>('POST', `${workflow(id)}/duplicate`, { body: { name } }),
    /** Throws `REVISION_CONFLICT` when somebody saved since `revision`. */
    saveDraft: (id: string, revision: number, graph: unknown, layout?: JsonObject) =>
      call<SavedDraft>('PUT', `${workflow(id)}/draft`, {
        headers: ifMatch(revision),
        body: { graph, layout },
      }),
    validateWorkflow: (id: string, graph?: unknown) =>
      call<{ issues: readonly Issue[] }>('POST', `${workflow(id)}/validate`, { body: { graph } }),
    /** `note` says what is new in the version. With `revision` it throws `REVISION_CONFLICT` as `saveDraft` does. */
    publishWorkflow: (id: string, note?: string, revision?: number) =>
      call<PublishReport>('POST', `${workflow(id)}/publish`, {
        headers: ifMatch(revision),
        body: note ? { note } : {},
      }),
    listVersions: (id: string, options: PageOptions = {}) =>
      call<Page<VersionSummary>>('GET', `${workflow(id)}/versions`, page(options)),
    getVersion: (id: string, number: number) => call<Version>('GET', version(id, number)),
    restoreVersion: (id: string, number: number, revision?: number) =>
      call<SavedDraft>('POST', `${version(id, number)}/restore`, {
        headers: ifMatch(revision),
        body: {},
      }),
    exportWorkflow: (id: string) => call<ExportedWorkflow>('GET', `${workflow(id)}/export`),
    /** `content` is the text of a file, or what it holds. */
    importWorkflows: (content: string | JsonObject) =>
      call<ImportResult>('POST', '/workflows/import', { body: { content } }),

    startRun: (start: RunStart, { wait, idempotencyKey, revision, signal }: StartOptions = {}) =>
      call<RunSummary>('POST', '/runs', {
        query: { wait },
        headers: { 'idempotency-key': idempotencyKey, ...ifMatch(revision) },
        body: start,
        signal,
      }),
    listRuns: ({ status, signal, ...query }: RunFilter = {}) =>
      call<Page<RunSummary>>('GET', '/runs', { query: { ...query, status: status?.join() }, signal }),
    getRun: (id: string, signal?: AbortSignal) => call<Run>('GET', run(id), { signal }),
    /** What the run executes, the graph of a test run included. */
    getRunVersion: (id: string) => call<Version>('GET', `${run(id)}/version`),
    cancelRun: (id: string) => call<Run>('POST', `${run(id)}/cancel`, { body: {} }),
    events: (id: string, options: FollowOptions = {}) => followEvents(send, id, options),
    listEvents: (id: string, { after, limit }: { after?: number; limit?: number } = {}) =>
      call<Page<EventEnvelope>>('GET', `${run(id)}/events`, { query: { after, limit } }),

    listGates: (runId?: string, options: PageOptions = {}) => {
      const { query, signal } = page(options);
      return call<Page<Gate & { runId: string }>>('GET', '/gates', { query: { ...query, runId }, signal });
    },
    approve: (runId: string, stepId?: string, reason?: string) =>
      call<Run>('POST', `${run(runId)}/approve`, { body: { stepId, reason } }),
    reject: (runId: string, stepId?: string, reason?: string) =>
      call<Run>('POST', `${run(runId)}/reject`, { body: { stepId, reason } }),
    answerStep: (runId: string, stepId: string, answer: JsonValue) =>
      call<Run>('POST', `${step(runId, stepId)}/input`, { body: answer }),
    rejectStep: (runId: string, stepId: string, reason?: string) =>
      call<Run>('POST', `${step(runId, stepId)}/reject`, { body: { reason } }),
    settleStep: (runId: string, stepId: string, settlement: Settlement) =>
      call<Run>('POST', `${step(runId, stepId)}/settle`, { body: settlement }),

    /** Tells every run that waits for it, and keeps it, for seven days by default, for those that begin to wait later. */
    sendSignal: (signal: SignalToSend) => call<SignalAnswer>('POST', '/signals', { body: signal }),
    listSignals: (filter: SignalFilter = {}) => call<Page<Signal>>('GET', '/signals', page(filter)),

    /** How many runs may be running at the same time; null for no limit. */
    getLimits: () => call<Limits>('GET', '/limits'),
    setLimit: (maxRunning: number | null) => call<Limits>('PUT', '/limits', { body: { maxRunning } }),
    setWorkflowLimit: (id: string, maxRunning: number | null) =>
      call<WorkflowLimits>('PUT', `${workflow(id)}/limits`, { body: { maxRunning } }),

    async getArtifact(id: string): Promise<DownloadedArtifact> {
      const response = await send('GET', `/artifacts/${at(id)}`, { headers: { accept: '*/*' } });
      const mimeType = response.headers.get('content-type') ?? 'application/octet-stream';
      return { bytes: new Uint8Array(await response.arrayBuffer()), mimeType };
    },
    artifactUrl: (id: string) => `${options.baseUrl ?? ''}/api/v1/artifacts/${at(id)}`,
  };
}
