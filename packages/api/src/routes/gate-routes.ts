import type { AnswerGateRequest, GateRecord, Principal } from '@weftwork/runtime';
import { CodedError, isCodedError, parseNodeRunId, parsePathText } from '@weftwork/schema';
import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { notFound, serve } from '../route';
import { toGate } from '../run-answer';
import type { Gate } from '../wire';
import { readRun, runNotFound } from './run-routes';

/** The gate that a cursor names, which is the last of the page before. */
function placeOf(cursor: string): { runId: string; stepId: string } {
  const [runId, stepId, ...more] = cursor.split('/');
  if (runId && stepId && more.length === 0) return { runId, stepId };
  throw new CodedError('BAD_REQUEST', 'The cursor is not one that a list of gates gave.');
}

/** More gates than a run can have open in practice; only their number beyond one matters. */
const MANY_GATES = 1000;

/** Answers of people: approvals, forms and the settlement of what nobody knows. */
export function serveGates(app: FastifyInstance, services: ApiServices): void {
  const { runtime, runs } = services;

  /** A step that is there and waits for nobody is not open; only what is not there is not found. */
  async function answer(request: AnswerGateRequest): Promise<void> {
    try {
      await runtime.answerGate(request);
    } catch (error) {
      const { workspaceId, runId, stepId } = request;
      const absent = isCodedError(error) && error.code === 'NOT_FOUND';
      if (!absent || !(await hasStep(services, workspaceId, runId, stepId))) throw error;
      throw new CodedError('GATE_NOT_OPEN', `The step "${stepId}" waits for nobody.`, { cause: error });
    }
  }

  serve(app, contracts.listGates, async ({ query, principal }) => {
    const filter = query.runId === undefined ? {} : { runId: query.runId };
    const gates = await runs.listGates(
      principal.workspaceId,
      { ...filter, status: 'open' },
      query.limit + 1,
      query.cursor === undefined ? undefined : placeOf(query.cursor),
    );
    const page = gates.slice(0, query.limit);
    const last = gates.length > query.limit ? page.at(-1) : undefined;
    return {
      items: page.map((gate) => ({ runId: gate.runId, ...gateOfRecord(gate) })),
      nextCursor: last ? `${last.runId}/${last.stepId}` : null,
    };
  });

  for (const [contract, decision] of [
    [contracts.approveRun, 'approved'],
    [contracts.rejectRun, 'rejected'],
  ] as const) {
    serve(app, contract, async ({ params, body, principal }) => {
      const stepId = await approvalOf(services, principal, params.id, body?.stepId);
      const who = { workspaceId: principal.workspaceId, by: principal.userId };
      await runtime.answerGate({ ...who, runId: params.id, stepId, decision, comment: body?.reason ?? null });
      return readRun(services, principal.workspaceId, params.id);
    });
  }

  serve(app, contracts.answerStep, async ({ params, body, principal }) => {
    if (body === undefined) {
      throw new CodedError('INVALID_INPUT', 'The body is the answer to the form; it is missing.', {
        errors: [{ code: 'MISSING_FIELD', path: '', message: 'Send the answer as JSON.' }],
      });
    }
    await answer({ ...stepOf(params, principal), decision: 'answered', data: body });
    return readRun(services, principal.workspaceId, params.id);
  });

  serve(app, contracts.rejectStep, async ({ params, body, principal }) => {
    await answer({ ...stepOf(params, principal), decision: 'rejected', comment: body?.reason ?? null });
    return readRun(services, principal.workspaceId, params.id);
  });

  serve(app, contracts.settleStep, async ({ params, body, principal }) => {
    const { outcome, data } = body;
    await runtime.settleStep({ ...stepOf(params, principal), outcome, ...(data ? { data } : {}) });
    return readRun(services, principal.workspaceId, params.id);
  });
}

function stepOf(params: { id: string; stepId: string }, { workspaceId, userId }: Principal) {
  if (!parseNodeRunId(params.stepId)) throw noSuchStep(params.stepId);
  return { workspaceId, runId: params.id, stepId: params.stepId, by: userId };
}

function noSuchStep(stepId: string): CodedError {
  return notFound(`The run has no step "${stepId}".`);
}

async function hasStep(
  services: Pick<ApiServices, 'runs'>,
  workspaceId: string,
  runId: string,
  stepId: string,
): Promise<boolean> {
  const { nodeRuns } = await readRun(services, workspaceId, runId);
  return nodeRuns.some(({ id }) => id === stepId);
}

/** The approval that is meant: the one named, else the only one that is open. */
async function approvalOf(
  services: Pick<ApiServices, 'runs'>,
  { workspaceId }: Principal,
  runId: string,
  stepId: string | undefined,
): Promise<string> {
  const { runs } = services;
  const gates = await runs.listGates(workspaceId, { runId }, MANY_GATES);
  if (gates.length === 0 && !(await runs.getRun(workspaceId, runId))) throw runNotFound(runId);
  if (stepId !== undefined) {
    const gate = gates.find((candidate) => candidate.stepId === stepId);
    if (gate?.mode === 'approval') return stepId;
    if (!gate && !(await hasStep(services, workspaceId, runId, stepId))) throw noSuchStep(stepId);
    const what = gate ? `"${gate.nodeId}" asks for ${gate.mode} input` : `The step "${stepId}" asks nobody`;
    throw new CodedError('GATE_WRONG_MODE', `${what}; it is not an approval.`);
  }
  const open = gates.filter((gate) => gate.mode === 'approval' && gate.status === 'open');
  if (open.length === 1) return open[0]!.stepId;
  if (open.length === 0) throw new CodedError('GATE_NOT_OPEN', 'No approval of this run is open.');
  throw new CodedError(
    'GATE_AMBIGUOUS',
    `${open.length} approvals of this run are open; name one by "stepId".`,
    {
      extra: { stepIds: open.map((gate) => gate.stepId) },
    },
  );
}

function gateOfRecord(record: GateRecord): Gate {
  const { runId: _, path, attempt: __, ...gate } = record;
  const iterationPath = parsePathText(path);
  return toGate({ ...gate, ...(iterationPath.length > 0 ? { iterationPath } : {}) }, Date.now());
}
