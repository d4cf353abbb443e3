import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, startOutput, type TestApi } from '../testing/create-test-api';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
  await api.publish('a');
});

const start = (body: object, headers: Record<string, string> = {}, wait = '') =>
  api.call(`POST /runs${wait}`, body, headers);

describe('starting a run', () => {
  it('answers 202 with the run', async () => {
    const { status, body } = await start({ workflowId: 'a', input: { text: 'hi' } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ workflowId: 'a', version: 1, input: { text: 'hi' }, warnings: [] });
    expect((await api.call(`GET /runs/${body.id}`)).body.graphHash).toBe(body.graphHash);
  });

  it('answers 200 with the end when it comes within the wait, and 202 when it does not', async () => {
    const done = await start({ workflowId: 'a', input: { text: 'hi' } }, {}, '?wait=5');
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: 'completed', output: { text: 'hi' }, lastSeq: 4, version: 1 });
    const held = await start({ workflowId: 'a', input: { hold: true } }, {}, '?wait=0.01');
    expect([held.status, held.body.status]).toEqual([202, 'running']);
  });

  const trace = (traceId: string, spanId: string, rest = '-01') => `00-${traceId}-${spanId}${rest}`;
  const [TRACE, SPAN] = ['a'.repeat(32), 'b'.repeat(16)];
  it.each<[string, string, boolean]>([
    ['what is well formed', trace(TRACE, SPAN), true],
    ['a trace of zeros', trace('0'.repeat(32), SPAN), false],
    ['a span of zeros', trace(TRACE, '0'.repeat(16)), false],
    ['capital letters', trace(TRACE.toUpperCase(), SPAN), false],
    ['another version', trace(TRACE, SPAN).replace('00-', 'ff-'), false],
    ['more fields', trace(TRACE, SPAN, '-01-more'), false],
    ['rubbish', "'; drop table runs", false],
  ])('of traceparent takes %s as W3C has it', async (_, traceparent, isTaken) => {
    await start({ workflowId: 'a', input: {} }, { traceparent }, '?wait=5');
    expect(api.runtime.started.at(-1)!.traceparent).toBe(isTaken ? traceparent : undefined);
  });

  it('gives the same top-level fields as reading the run', async () => {
    const { body } = await start({ workflowId: 'a', input: { text: 'hi' } }, {}, '?wait=5');
    const { body: read } = await api.call(`GET /runs/${body.id}`);
    const { workflowName: _, ...answered } = body;
    expect(read).toMatchObject(answered);
  });

  it('runs the draft as a test version', async () => {
    await api.call('PUT /workflows/a/draft', { graph: { ...startOutput(), name: 'b' } }, { 'if-match': '1' });
    const { body } = await start({ workflowId: 'a', version: 'draft', input: {} });
    expect(body.version).toBe('draft');
    const { body: version } = await api.call(`GET /runs/${body.id}/version`);
    expect(version).toMatchObject({ version: 'draft', graph: { name: 'b' }, graphHash: body.graphHash });
    expect((await api.call('GET /workflows/a/versions')).body.items).toHaveLength(1);
  });

  it('runs no other draft than the one that is expected', async () => {
    await api.call('PUT /workflows/a/draft', { graph: startOutput() }, { 'if-match': '1' });
    const draft = { workflowId: 'a', version: 'draft', input: {} };
    const refused = await start(draft, { 'if-match': '1' });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'REVISION_CONFLICT', yourRevision: 1, currentRevision: 2 },
    ]);
    expect((await start(draft, { 'if-match': '"2"' })).status).toBe(202);
    const ofVersion = await start({ workflowId: 'a', input: {} }, { 'if-match': '2' });
    expect([ofVersion.status, ofVersion.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('runs an earlier run again with its version and input', async () => {
    const first = await start({ workflowId: 'a', version: 'draft', input: { text: 'hi' } });
    const { status, body } = await start({ fromRun: first.body.id });
    expect([status, body.version, body.input]).toEqual([202, 'draft', { text: 'hi' }]);
    expect(api.runtime.started.at(-1)).toMatchObject({ fromRun: first.body.id, workflowId: 'a' });
    expect((await start({ fromRun: 'run_none' })).status).toBe(404);
  });

  it('answers the same run for the same key and body, and 409 for another body', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await start({ workflowId: 'a', input: { x: 1, y: 2 } }, key);
    const second = await start({ input: { y: 2, x: 1 }, workflowId: 'a' }, key, '?wait=1');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    const other = await start({ workflowId: 'a', input: { x: 2 } }, key);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it.each([
    ['what cannot be an id', { workflowId: 'a\0b', input: {} }, 404, 'NOT_FOUND'],
    ['an unknown workflow', { workflowId: 'none', input: {} }, 404, 'NOT_FOUND'],
    ['a version that does not exist', { workflowId: 'a', version: 9, input: {} }, 404, 'NOT_FOUND'],
    ['neither workflow nor run', { input: {} }, 422, 'MISSING_FIELD'],
    ['both workflow and run', { workflowId: 'a', fromRun: 'r', input: {} }, 422, 'INVALID_FIELD'],
    ['an input that is a list', { workflowId: 'a', input: [] }, 422, 'INVALID_FIELD'],
    ['SEC09 a graph', { workflowId: 'a', input: {}, graph: startOutput() }, 422, 'UNKNOWN_FIELD'],
    ['SEC31 version null', { workflowId: 'a', version: null, input: {} }, 422, 'INVALID_FIELD'],
    ['SEC31 version ""', { workflowId: 'a', version: '', input: {} }, 422, 'INVALID_FIELD'],
    ['SEC31 version true', { workflowId: 'a', version: true, input: {} }, 422, 'INVALID_FIELD'],
    ['version 0', { workflowId: 'a', version: 0, input: {} }, 422, 'INVALID_FIELD'],
    ['an unknown query field', undefined, 422, 'UNKNOWN_FIELD'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = body ? await start(body) : await start({ workflowId: 'a' }, {}, '?waitt=1');
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('says 409 for a workflow that was never published', async () => {
    await api.call('POST /workflows', { graph: startOutput('b') });
    expect((await start({ workflowId: 'b', input: {} })).body.code).toBe('NOT_PUBLISHED');
  });

  it.each(['', 'ä', 'x'.repeat(256), ' '])('SEC31 refuses the idempotency key "%s"', async (key) => {
    expect((await start({ workflowId: 'a', input: {} }, { 'idempotency-key': key })).status).toBe(400);
  });
});

describe('reading runs', () => {
  it('folds node runs from the log', async () => {
    const { body } = await start({ workflowId: 'a', input: { text: 'hi' } });
    const { body: run } = await api.call(`GET /runs/${body.id}`);
    expect(run.nodeRuns).toEqual([
      expect.objectContaining({
        id: 'start~~1',
        nodeId: 'start',
        attempt: 1,
        status: 'completed',
        output: { text: 'hi' },
      }),
    ]);
    expect(run.lastSeq).toBe(4);
    expect(run.artifacts).toEqual([]);
  });

  it('filters lists by status and workflow, and pages through them', async () => {
    await api.publish('b');
    for (const workflowId of ['a', 'a', 'b']) await start({ workflowId, input: {} });
    await start({ workflowId: 'a', input: { hold: 1 } });
    const count = async (query: string) => (await api.call(`GET /runs${query}`)).body.items.length;
    expect(await count('')).toBe(4);
    expect(await count('?status=running')).toBe(1);
    expect(await count('?status=running,completed&workflowId=a')).toBe(3);
    expect(await count('?parentRunId=none')).toBe(0);
    const { body: first } = await api.call('GET /runs?limit=3');
    const { body: rest } = await api.call(`GET /runs?limit=3&cursor=${first.nextCursor}`);
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 1, null]);
  });

  it.each(['status=lost', 'limit=0', 'limit=x', 'limit=9999', 'owner=me'])(
    'refuses the filter %s',
    async (query) => {
      const { status, body } = await api.call(`GET /runs?${query}`);
      expect([status, body.code]).toEqual([422, query === 'owner=me' ? 'UNKNOWN_FIELD' : 'INVALID_FIELD']);
    },
  );

  it.each(['none', '..', '%2e%2e', '%00', 'a%2fb', '%zz', 'a'.repeat(2000)])(
    'knows no run %s',
    async (id) => {
      const answer = await api.raw({
        method: 'GET',
        url: `/api/v1/runs/${id}`,
        headers: { authorization: 'Bearer a-token-that-nobody-guesses' },
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('cancelling', () => {
  it('answers 202, and 409 once the run has ended', async () => {
    const { body } = await start({ workflowId: 'a', input: { hold: 1 } });
    const answer = await api.call(`POST /runs/${body.id}/cancel`);
    expect([answer.status, answer.body.status]).toEqual([202, 'cancel_requested']);
    const { body: done } = await start({ workflowId: 'a', input: {} });
    expect((await api.call(`POST /runs/${done.id}/cancel`, {})).body.code).toBe('RUN_TERMINAL');
    expect((await api.call('POST /runs/none/cancel')).status).toBe(404);
  });
});

describe('answers of people', () => {
  let id: string;
  beforeEach(async () => {
    id = (await start({ workflowId: 'a', input: { hold: 1 } })).body.id;
  });

  it('approves the only open approval, with the reason as comment', async () => {
    const stepId = await api.runtime.openGate(id, 'review', 'approval');
    const { body: open } = await api.call(`GET /runs/${id}`);
    expect(open.gates).toEqual([
      expect.objectContaining({
        stepId,
        status: 'open',
        mode: 'approval',
        approvalSecondsRemaining: null,
        approvalAssignee: null,
      }),
    ]);
    expect((await api.call('GET /gates')).body.items).toEqual([
      expect.objectContaining({ runId: id, stepId }),
    ]);
    const { status, body } = await api.call(`POST /runs/${id}/approve`, { reason: 'fine' });
    expect(status).toBe(200);
    expect(body.gates[0]).toMatchObject({
      status: 'decided',
      decision: 'approved',
      comment: 'fine',
      decidedBy: 'owner',
    });
    expect((await api.call(`POST /runs/${id}/approve`)).body.code).toBe('GATE_NOT_OPEN');
  });

  it('asks which one when several approvals are open', async () => {
    const one = await api.runtime.openGate(id, 'one', 'approval');
    const two = await api.runtime.openGate(id, 'two', 'approval');
    const { body: first } = await api.call('GET /gates?limit=1');
    const { body: second } = await api.call(
      `GET /gates?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`,
    );
    const steps = [...first.items, ...second.items].map(({ stepId }: { stepId: string }) => stepId);
    expect([steps.toSorted(), second.nextCursor]).toEqual([[one, two].toSorted(), null]);
    expect((await api.call('GET /gates?cursor=x')).status).toBe(400);
    const { status, body } = await api.call(`POST /runs/${id}/reject`, {});
    expect([status, body.code, body.stepIds]).toEqual([409, 'GATE_AMBIGUOUS', [one, two]]);
    expect((await api.call(`POST /runs/${id}/reject`, { stepId: two })).status).toBe(200);
    expect((await api.call(`POST /runs/${id}/reject`)).body.gates[0]).toMatchObject({ decision: 'rejected' });
  });

  it('I-083 refuses to approve what asks for a form: 400', async () => {
    const stepId = await api.runtime.openGate(id, 'form', 'form');
    const { status, body } = await api.call(`POST /runs/${id}/approve`, { stepId });
    expect([status, body.code]).toEqual([400, 'GATE_WRONG_MODE']);
    expect((await api.call(`POST /runs/${id}/approve`)).body.code).toBe('GATE_NOT_OPEN');
    expect((await api.call(`POST /runs/${id}/approve`, { stepId: 'other~~1' })).status).toBe(404);
    expect((await api.call('POST /runs/none/approve', {})).status).toBe(404);
  });

  it('B24 lets one of twenty answers win', async () => {
    const stepId = await api.runtime.openGate(id, 'form', 'form');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api.call(`POST /runs/${id}/steps/${stepId}/input`, { n })),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  it.each([{ a: 1 }, 'text', 3, null, [1]])('takes %j as the answer itself', async (sent) => {
    const stepId = await api.runtime.openGate(id, 'form', 'form');
    expect((await api.call(`POST /runs/${id}/steps/${stepId}/input`, sent)).status).toBe(200);
  });

  it('rejects a form with a reason, and an answer without a body', async () => {
    const stepId = await api.runtime.openGate(id, 'form', 'form');
    expect((await api.call(`POST /runs/${id}/steps/${stepId}/input`)).body.code).toBe('INVALID_INPUT');
    const { body } = await api.call(`POST /runs/${id}/steps/${stepId}/reject`, { reason: 'no time' });
    expect(body.gates[0]).toMatchObject({ decision: 'rejected', comment: 'no time' });
  });

  it('knows steps of any script and none that are malformed', async () => {
    const nodeId = '审'.repeat(64);
    const stepId = await api.runtime.openGate(id, nodeId, 'form');
    const path = `/runs/${id}/steps/${encodeURIComponent(stepId)}/input`;
    expect((await api.call(`POST ${path}`, {})).status).toBe(200);
    expect((await api.call(`POST /runs/${id}/steps/x/input`, {})).status).toBe(404);
  });

  it('settles only what is unknown', async () => {
    const settle = (sent: object) => api.call(`POST /runs/${id}/steps/http~~1/settle`, sent);
    expect((await settle({ outcome: 'again' })).body.code).toBe('STEP_NOT_UNKNOWN');
    expect((await settle({ outcome: 'maybe' })).status).toBe(422);
    expect((await settle({})).body.code).toBe('MISSING_FIELD');
  });
});
