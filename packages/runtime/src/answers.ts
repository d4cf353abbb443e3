import { CodedError, type EventPayload, encodeEvents, parseNodeRunId, pathText } from '@weftwork/schema';
import { nodeEvent } from './node-event';
import type { Clock, DueGate, GateExpiry, GateRecord, RunReader, RunStore } from './ports';
import type { AnswerGateRequest, SettleStepRequest } from './runtime-api';
import { applyDefaults, validateAgainst } from './validation/user-schema';
import { crashPoint } from './walker/crash-points';

/** What people decide about a run from outside: facts, each written once by compare-and-set. */
export interface Answers {
  answerGate(request: AnswerGateRequest): Promise<void>;
  settleStep(request: SettleStepRequest): Promise<void>;
  /** Closes gates whose deadline passed; answers in how many milliseconds the next is due. */
  expireGates(): Promise<number | undefined>;
}

/** Many deadlines may fall into one moment. */
const EXPIRED_AT_ONCE = 100;
/** Then timers and claims have their turn. */
const BATCHES = 10;

const MODES_OF = {
  approved: ['approval'],
  rejected: ['approval', 'form'],
  answered: ['form', 'signal'],
} as const;

export function createAnswers(parts: {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly clock: Clock;
  wake(runId: string): void;
}): Answers {
  const { runs, reader, clock } = parts;

  async function findGate(request: AnswerGateRequest): Promise<GateRecord> {
    const { workspaceId, runId, stepId } = request;
    const [gate] = await reader.listGates(workspaceId, { runId, stepId }, 1);
    if (gate) return gate;
    throw new CodedError('NOT_FOUND', `The run has no step ${stepId} that waits or waited for an answer.`);
  }

  function expiry(gate: DueGate): GateExpiry {
    const { runId, stepId } = gate;
    const approves = gate.onTimeout === 'autoApprove' && gate.mode === 'approval';
    const now = clock.now();
    const by = 'system:timeout';
    const decision = approves ? 'approved' : 'timed_out';
    const events = encodeEvents([
      nodeEvent(gate, 'gate.expired', now, { stepId }),
      nodeEvent(gate, 'gate.decided', now, { stepId, decision, by }),
    ]);
    return { runId, stepId, by, events };
  }

  return {
    async answerGate(request) {
      const gate = await findGate(request);
      const { decision, stepId, by } = request;
      if (!(MODES_OF[decision] as readonly string[]).includes(gate.mode)) {
        throw new CodedError(
          'GATE_WRONG_MODE',
          `The step ${stepId} waits for ${expected(gate.mode)}, not for "${decision}".`,
        );
      }
      const data = decision === 'answered' ? checkAnswer(gate, request) : undefined;
      const decided: EventPayload<'gate.decided'> = {
        stepId,
        decision,
        by,
        ...(decision === 'answered' ? { data: data ?? null } : { comment: request.comment ?? null }),
      };
      const events = encodeEvents([nodeEvent(gate, 'gate.decided', clock.now(), decided)]);
      const { runId, workspaceId } = request;
      const outcome = await runs.decideGate({ runId, workspaceId, stepId, events, by });
      if (outcome.ok) {
        crashPoint('after-answer-commit', runId);
        parts.wake(runId);
        return;
      }
      if (outcome.refused === 'notFound') throw new CodedError('NOT_FOUND', `There is no run ${runId}.`);
      if (outcome.refused === 'gateExpired') {
        throw new CodedError(
          'GATE_NOT_OPEN',
          `The time to answer the step ${stepId} is over; the run goes on as its settings say for that.`,
        );
      }
      throw new CodedError('GATE_NOT_OPEN', `The step ${stepId} is not open any more.`);
    },

    async settleStep({ runId, workspaceId, stepId, by, outcome, data }) {
      const step = parseNodeRunId(stepId);
      if (!step) throw new CodedError('NOT_FOUND', `The run has no step ${stepId}.`);
      const key = { ...step, path: pathText(step.path) };
      const event = nodeEvent(key, 'node.settled', clock.now(), {
        outcome,
        by,
        ...(data === undefined ? {} : { data }),
      });
      const settled = await runs.settleEffect({
        runId,
        workspaceId,
        step: key,
        events: encodeEvents([event]),
      });
      if (settled.ok) {
        crashPoint('after-answer-commit', runId);
        parts.wake(runId);
        return;
      }
      if (settled.refused === 'notFound') throw new CodedError('NOT_FOUND', `The run has no step ${stepId}.`);
      throw new CodedError(
        'STEP_NOT_UNKNOWN',
        `The outcome of the step ${stepId} is not unknown, so there is nothing to settle.`,
      );
    },

    async expireGates() {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const { gates, nextInMs } = await runs.dueGates(EXPIRED_AT_ONCE);
        const told = gates.length === 0 ? [] : await runs.expireGates(gates.map(expiry));
        for (const runId of told) parts.wake(runId);
        // Fewer were told than are due: somebody else was there first, or holds them just now.
        const isLeft = told.length < new Set(gates.map(({ runId }) => runId)).size;
        if (nextInMs !== 0) return isLeft ? 0 : nextInMs;
      }
      return 0;
    },
  };
}

function expected(mode: GateRecord['mode']): string {
  if (mode === 'approval') return 'an approval or a rejection';
  return mode === 'form' ? 'the answer to a form' : 'a signal';
}

/** The answer with its defaults; throws `INVALID_INPUT` with every violation. */
function checkAnswer(gate: GateRecord, request: AnswerGateRequest) {
  const given = request.data ?? null;
  const value = gate.schema ? applyDefaults(gate.schema, given) : given;
  const errors = gate.schema ? validateAgainst(gate.schema, value) : [];
  if (errors.length === 0) return value;
  throw new CodedError('INVALID_INPUT', `The answer does not fit the form: ${errors[0]!.message}`, {
    errors,
  });
}
