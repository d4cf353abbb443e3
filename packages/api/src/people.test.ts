import type { JsonObject } from '@weftwork/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApiWithTarget } from './testing/use-api-with-target';

/*
 * People answering runs over HTTP, with the real runtime and PostgreSQL behind.
 */

let hits = 0;
const service = useApiWithTarget((_request, response) => {
  hits += 1;
  response.setHeader('content-type', 'application/json').end('{"ok":true}');
});

const node = (id: string, type: string, config: JsonObject) => ({ id, type, name: id, config });
const form = (id: string) =>
  node(id, 'human_input', {
    mode: 'form',
    message: `Answer ${id}`,
    schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  });

/** `"a>b b>c"`; a human input is left through `answered` or `approved`. */
function graph(id: string, nodes: JsonObject[], edges: string): JsonObject {
  return {
    id,
    name: id,
    nodes,
    edges: edges.split(' ').map((pair, index) => {
      const [source, target] = pair.split('>') as [string, string];
      const config = nodes.find((candidate) => candidate.id === source)?.config as JsonObject;
      const handle =
        config.mode === 'form' ? 'answered' : config.mode === 'approval' ? 'approved' : undefined;
      return { id: `e${index}`, source, target, ...(handle ? { sourceHandle: handle } : {}) };
    }),
  };
}

async function begin(workflowId: string): Promise<string> {
  const { status, body } = await service.api.call('POST /runs?wait=10', { workflowId, input: {} });
  expect([status, body.status]).toEqual([200, 'awaiting_input']);
  expect(body.gates.map((gate: { status: string }) => gate.status)).toContain('open');
  return body.id;
}

const answer = (runId: string, stepId: string, data: JsonObject) =>
  service.api.call(`POST /runs/${runId}/steps/${stepId}/input`, data);

async function ended(runId: string) {
  for (;;) {
    const { body } = await service.api.call(`GET /runs/${runId}`);
    if (['completed', 'failed', 'cancelled'].includes(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('forms', () => {
  beforeAll(async () => {
    const start = node('start', 'start', {});
    const sum = node('output', 'output', {
      value: { a: '{{ nodes.h1.data.n }}', b: '{{ nodes.h2.data.n }}' },
    });
    await service.api.deploy(
      graph(
        'both',
        [start, form('h1'), form('h2'), node('m', 'merge', {}), sum],
        'start>h1 start>h2 h1>m h2>m m>output',
      ),
    );
    await service.api.deploy(
      graph('chain', [start, form('h1'), form('h2'), sum], 'start>h1 h1>h2 h2>output'),
    );
    const call = node('call', 'http', { method: 'GET', url: service.targetUrl });
    const out = node('output', 'output', { value: { ok: '{{ nodes.call.data.body.ok }}' } });
    await service.api.deploy(graph('called', [start, form('h1'), call, out], 'start>h1 h1>call call>output'));
  });

  it('I-080 wait in awaiting_input for input, with message and schema on the gate', async () => {
    const { body } = await service.api.call(`GET /runs/${await begin('chain')}`);
    expect(body).toMatchObject({ status: 'awaiting_input', waitReason: 'input' });
    expect(body.gates).toEqual([
      expect.objectContaining({
        stepId: 'h1~~1',
        mode: 'form',
        message: 'Answer h1',
        schema: expect.objectContaining({ required: ['n'] }),
        approvalSecondsRemaining: null,
      }),
    ]);
    expect(body.nodeRuns.at(-1)).toMatchObject({ id: 'h1~~1', status: 'awaiting_input' });
  });

  it('I-081 refuse an answer that does not fit, with each violation, and stay open', async () => {
    const runId = await begin('chain');
    const wrong = await answer(runId, 'h1~~1', { n: 'x' });
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].path]).toEqual([422, 'INVALID_INPUT', '/n']);
    expect((await answer(runId, 'h1~~1', {})).body.errors).toHaveLength(1);
    expect((await answer(runId, 'h1~~1', { n: 1 })).status).toBe(200);
    expect((await answer(runId, 'h1~~1', { n: 1 })).body.code).toBe('GATE_NOT_OPEN');
    expect((await answer(runId, 'nobody~~1', { n: 1 })).status).toBe(404);
    expect((await answer(runId, 'start~~1', { n: 1 })).body.code).toBe('GATE_NOT_OPEN');
    const approved = await service.api.call(`POST /runs/${runId}/approve`, { stepId: 'start~~1' });
    expect([approved.status, approved.body.code]).toEqual([400, 'GATE_WRONG_MODE']);
  });

  it('B23 complete however quickly two parallel ones are answered', async () => {
    const rounds = Array.from({ length: 100 }, () => async () => {
      const runId = await begin('both');
      const answers = await Promise.all([answer(runId, 'h1~~1', { n: 1 }), answer(runId, 'h2~~1', { n: 2 })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const run = await ended(runId);
      expect([run.status, run.output]).toEqual(['completed', { a: 1, b: 2 }]);
    });
    while (rounds.length > 0) await Promise.all(rounds.splice(0, 20).map((round) => round()));
  });

  it('B24 take one of twenty answers at once, and what follows runs once', async () => {
    const runId = await begin('called');
    const before = hits;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => answer(runId, 'h1~~1', { n })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'GATE_NOT_OPEN')).toHaveLength(19);
    expect((await ended(runId)).output).toEqual({ ok: true });
    expect(hits - before).toBe(1);
  });

  it('B27 open one after the other, each with its own answer', async () => {
    const runId = await begin('chain');
    expect((await answer(runId, 'h1~~1', { n: 1 })).status).toBe(200);
    for (;;) {
      const { body } = await service.api.call(`GET /gates?runId=${runId}`);
      if (body.items.length > 0) {
        expect(body.items.map((gate: { stepId: string }) => gate.stepId)).toEqual(['h2~~1']);
        break;
      }
    }
    expect((await answer(runId, 'h1~~1', { n: 9 })).status).toBe(409);
    await answer(runId, 'h2~~1', { n: 2 });
    expect((await ended(runId)).output).toEqual({ a: 1, b: 2 });
  });

  it('I-086 refused without a way to go fail the run, with the reason kept', async () => {
    const runId = await begin('chain');
    await service.api.call(`POST /runs/${runId}/steps/h1~~1/reject`, { reason: 'not mine' });
    const run = await ended(runId);
    expect([run.status, run.error.code]).toEqual(['failed', 'GATE_REJECTED']);
    expect(run.gates[0]).toMatchObject({ status: 'decided', decision: 'rejected', comment: 'not mine' });
  });
});

describe('approvals', () => {
  beforeAll(async () => {
    const ask = node('ask', 'human_input', { mode: 'approval', message: 'Go?', deadlineSeconds: 3600 });
    const out = node('output', 'output', { value: { comment: '{{ nodes.ask.data.comment }}' } });
    await service.api.deploy(
      graph('approval', [node('start', 'start', {}), ask, out], 'start>ask ask>output'),
    );
  });

  it('I-064 tell how long they stay open', async () => {
    const { body } = await service.api.call(`GET /runs/${await begin('approval')}`);
    for (const shown of [body.gates[0], body.nodeRuns.at(-1)]) {
      expect(shown.approvalSecondsRemaining).toBeGreaterThan(3500);
      expect(shown.approvalAssignee).toBeNull();
    }
  });

  it('take the reason as comment', async () => {
    const runId = await begin('approval');
    expect((await service.api.call(`POST /runs/${runId}/approve`, { reason: 'fine' })).status).toBe(200);
    expect((await ended(runId)).output).toEqual({ comment: 'fine' });
  });

  it('I-083 cannot be given to a form, nor an answer to an approval', async () => {
    const waitsForForm = await begin('chain');
    const approve = await service.api.call(`POST /runs/${waitsForForm}/approve`, { stepId: 'h1~~1' });
    expect([approve.status, approve.body.code]).toEqual([400, 'GATE_WRONG_MODE']);
    const input = await answer(await begin('approval'), 'ask~~1', { n: 1 });
    expect([input.status, input.body.code]).toEqual([400, 'GATE_WRONG_MODE']);
  });

  it('are withdrawn when the run is cancelled', async () => {
    const runId = await begin('approval');
    expect((await service.api.call(`POST /runs/${runId}/cancel`)).status).toBe(202);
    const run = await ended(runId);
    expect([run.status, run.gates[0].status]).toEqual(['cancelled', 'withdrawn']);
    expect((await service.api.call(`POST /runs/${runId}/approve`)).body.code).toBe('GATE_NOT_OPEN');
  });
});
