import { EventEmitter } from 'node:events';
import {
  type MemoryStore,
  type NewRun,
  type RunMessage,
  type Runtime,
  type StartRunRequest,
  uuidV7,
  type WorkflowService,
} from '@weftwork/runtime';
import {
  CodedError,
  encodeEvents,
  type JsonObject,
  nodeRunId,
  parseNodeRunId,
  type RunEvent,
} from '@weftwork/schema';

/** Seen from the API a run is events over time; here a test writes them. */
export interface ScriptedRuntime extends Runtime {
  /** Commits events of a run and tells its streams. */
  append(runId: string, events: readonly RunEvent[], end?: 'completed' | 'failed'): Promise<void>;
  /** Opens a gate and lets the run wait. */
  openGate(runId: string, nodeId: string, mode: 'approval' | 'form'): Promise<string>;
  delta(runId: string, nodeId: string, text: string): void;
  readonly started: StartRunRequest[];
}

const LEASE = { owner: 'test', leaseMs: 600_000, epoch: 1 } as const;
const NO_EVENTS = { text: '', events: 0 } as const;

/**
 * A runtime that walks nothing: a run completes at once with its input as output, unless the input says `{"hold": true}`;
 * then a test goes on by hand.
 */
export function createScriptedRuntime(store: MemoryStore, workflows: WorkflowService): ScriptedRuntime {
  const hints = new EventEmitter().setMaxListeners(0);
  const started: StartRunRequest[] = [];
  const at = (type: string, data: JsonObject, place: object = {}) =>
    ({ type, occurredAt: Date.now(), data, ...place }) as unknown as RunEvent;

  async function commit(runId: string, rest: object): Promise<void> {
    const heads = await headsOf(runId);
    const [outcome] = await store.runs.commit([
      { runId, ...LEASE, ...heads, facts: NO_EVENTS, expectStatus: 'running', ...rest },
    ]);
    if (outcome?.result !== 'all') throw new Error(`The commit was refused: ${JSON.stringify(outcome)}`);
    hints.emit(runId, { kind: 'events', fromSeq: outcome.firstSeq } satisfies RunMessage);
  }

  async function headsOf(runId: string): Promise<{ baseSeq: number; baseWakeSeq: number }> {
    const rows = await store.runs.readLog(runId, 0);
    return { baseSeq: rows.at(-1)?.lastSeq ?? 0, baseWakeSeq: 0 };
  }

  async function resolve(request: StartRunRequest) {
    const { workspaceId, workflowId, version, fromRun, createdBy, ifRevision } = request;
    if (fromRun !== undefined) {
      const before = await store.reader.getRun(workspaceId, fromRun);
      return workflows.getVersionOfRun(before!.versionId);
    }
    if (version === 'draft') return workflows.freezeDraft(workspaceId, workflowId, createdBy, ifRevision);
    const workflow = await workflows.get(workspaceId, workflowId);
    if (workflow.archivedAt) throw new CodedError('ARCHIVED', 'It is archived.');
    const number = version ?? workflow.published?.version;
    if (number === undefined) throw new CodedError('NOT_PUBLISHED', 'Publish it first.');
    return workflows.getVersion(workspaceId, workflowId, number);
  }

  const runtime: ScriptedRuntime = {
    started,

    async startRun(request, options) {
      started.push(request);
      const version = await resolve(request);
      const runId = uuidV7();
      const create: NewRun = {
        runId,
        workspaceId: request.workspaceId,
        workflowId: request.workflowId,
        versionId: version.versionId,
        version: version.version ?? 'draft',
        graphHash: version.graphHash,
        input: request.input,
        settings: version.settings,
        createdBy: request.createdBy,
        ...(request.idempotencyKey ? { idempotencyKey: request.idempotencyKey } : {}),
        depth: 0,
        engine: '1',
      };
      const begin = encodeEvents([at('run.started', {})]);
      const base = { runId, ...LEASE, baseSeq: 0, baseWakeSeq: 0, expectStatus: 'running' } as const;
      const [outcome] = await store.runs.commit([{ ...base, create, facts: begin }]);
      if (outcome?.replayOf) {
        if (outcome.replayOf.bodyHash !== request.idempotencyKey?.bodyHash) {
          throw new CodedError('IDEMPOTENCY_CONFLICT', 'The key was used with another body.');
        }
        return { runId: outcome.replayOf.runId, replayed: true };
      }
      if (request.input.hold !== undefined) return { runId, replayed: false };
      const place = { nodeId: 'start', attempt: 1 };
      const output = request.input;
      await runtime.append(
        runId,
        [
          at('node.started', {}, place),
          at('node.completed', { output }, place),
          at('run.completed', { output }),
        ],
        'completed',
      );
      const { version: number, graphHash } = create;
      const runs = { version: number, graphHash, workflowName: request.workflowId, input: request.input };
      const settled = { status: 'completed', output, warnings: [], lastSeq: 4 } as const;
      return { runId, replayed: false, runs, ...(options?.waitSeconds ? { settled } : {}) };
    },

    async append(runId, events, end) {
      const last = events.at(-1)?.data as { output?: JsonObject } | undefined;
      await commit(runId, {
        admissions: encodeEvents(events),
        ...(end ? { transition: { status: end, output: last?.output ?? {} } } : {}),
      });
    },

    async openGate(runId, nodeId, mode) {
      const stepId = nodeRunId(nodeId, [], 1);
      const place = { nodeId, attempt: 1 };
      const events = encodeEvents([
        at('node.started', {}, place),
        at('gate.opened', { stepId, mode, message: 'Is it good?' }, place),
        at('node.awaiting_input', { stepId }, place),
      ]);
      const gate = { stepId, ...place, path: '', mode, message: 'Is it good?', onTimeout: 'autoReject' };
      await commit(runId, { admissions: { ...events, gates: [gate] } });
      return stepId;
    },

    delta(runId, nodeId, text) {
      hints.emit(runId, { kind: 'delta', nodeId, attempt: 1, text } satisfies RunMessage);
    },

    async cancelRun({ workspaceId, runId, by }) {
      const events = encodeEvents([at('run.cancel_requested', { by })]);
      const outcome = await store.runs.requestCancel({ runId, workspaceId, events });
      if (outcome.ok) return;
      throw outcome.refused === 'notFound'
        ? new CodedError('NOT_FOUND', 'There is no such run.')
        : new CodedError('RUN_TERMINAL', 'The run has ended.');
    },

    async answerGate({ workspaceId, runId, stepId, by, decision, data, comment = null }) {
      const gates = await store.reader.listGates(workspaceId, { runId }, 100);
      const gate = gates.find((candidate) => candidate.stepId === stepId);
      if (!gate) throw new CodedError('NOT_FOUND', 'There is no such step.');
      if (decision === 'answered' && gate.mode !== 'form')
        throw new CodedError('GATE_WRONG_MODE', 'Not a form.');
      const { nodeId } = parseNodeRunId(stepId)!;
      const decided = { stepId, decision, by, comment, ...(data === undefined ? {} : { data }) };
      const events = encodeEvents([at('gate.decided', decided, { nodeId, attempt: 1 })]);
      const outcome = await store.runs.decideGate({ runId, workspaceId, events, stepId, by });
      if (!outcome.ok) throw new CodedError('GATE_NOT_OPEN', 'It was answered already.');
    },

    async settleStep() {
      throw new CodedError('STEP_NOT_UNKNOWN', 'Nothing is unknown here.');
    },

    async sendSignal() {
      return { signalId: '1', duplicate: false, delivered: [], rejected: [] };
    },

    async setLimit() {},

    async listLimits() {
      return [];
    },

    subscribe(runId, listener) {
      hints.on(runId, listener);
      return () => hints.off(runId, listener);
    },

    async drain() {},
  };
  return runtime;
}
