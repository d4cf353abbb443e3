import type { JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningApi, type RunningApi } from '../testing/create-running-api';

let api: RunningApi;
beforeAll(async () => {
  api = await createRunningApi();
  await api.deploy(waiter('waiter', {}));
  await api.deploy(waiter('typed', { type: 'object', required: ['amount'] }));
});
afterAll(() => api.close());

function waiter(id: string, schema: JsonObject): JsonObject {
  const signal = { name: 'paid', key: '{{ inputs.order }}' };
  return {
    id,
    name: id,
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'wait', type: 'human_input', name: 'Wait', config: { mode: 'signal', signal, schema } },
      { id: 'output', type: 'output', name: 'Output', config: { value: { got: '{{ nodes.wait.data }}' } } },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'wait' },
      { id: 'b', source: 'wait', sourceHandle: 'answered', target: 'output' },
    ],
  };
}

const wait = async (workflowId: string, order: string) =>
  (await api.call('POST /runs?wait=5', { workflowId, input: { order } })).body;
const read = async (runId: string) => (await api.call(`GET /runs/${runId}`)).body;
const send = (body: JsonObject) => api.call('POST /signals', body);

describe('sending a signal', () => {
  it('publishes a step that waits for one without a warning', async () => {
    const { body } = await api.call('POST /workflows/waiter/validate', {});
    expect(body.issues.map(({ code }: { code: string }) => code)).not.toContain('NOT_AVAILABLE_YET');
  });

  it('tells who got it and whom it did not fit, and shows what a step waits for', async () => {
    const [open, typed] = [await wait('waiter', 'a1'), await wait('typed', 'a1')];
    expect([open.status, open.waitReason]).toEqual(['awaiting_input', 'signal']);
    expect(open.gates[0]).toMatchObject({ mode: 'signal', signal: { name: 'paid', key: 'a1' } });
    const gates = (await api.call('GET /gates')).body.items;
    expect(gates.map(({ signal }: JsonObject) => signal)).toContainEqual({ name: 'paid', key: 'a1' });

    const { status, body } = await send({ name: 'paid', key: 'a1', payload: { note: 'hi' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      signalId: expect.any(String),
      duplicate: false,
      delivered: [{ runId: open.id, stepId: 'wait~~1' }],
      rejected: [{ runId: typed.id, stepId: 'wait~~1', message: '"amount" is missing.' }],
    });
    await expect.poll(async () => (await read(open.id)).output).toEqual({ got: { note: 'hi' } });
    expect((await read(open.id)).gates[0]).toMatchObject({ status: 'decided', decidedBy: 'owner' });
    expect((await read(typed.id)).status).toBe('awaiting_input');
  });

  it('delivers nothing for an idempotency id that came before', async () => {
    const first = await send({ name: 'paid', key: 'b1', idempotencyId: 'm1' });
    await wait('waiter', 'b1');
    const again = await send({ name: 'paid', key: 'b1', idempotencyId: 'm1' });
    expect(again.body).toEqual({
      ...{ signalId: first.body.signalId, duplicate: true, delivered: [], rejected: [] },
    });
  });

  it('takes a number as key, and no payload as an empty one', async () => {
    const run = await wait('waiter', '42');
    expect((await send({ name: 'paid', key: 42 })).body.delivered).toHaveLength(1);
    await expect.poll(async () => (await read(run.id)).output).toEqual({ got: {} });
  });

  it.each([
    ['no name', { key: 'a' }, '/name', 'MISSING_FIELD'],
    ['no key', { name: 'paid' }, '/key', 'MISSING_FIELD'],
    ['an empty key', { name: 'paid', key: '' }, '/key', 'INVALID_FIELD'],
    ['a key with half of a surrogate pair', { name: 'paid', key: 'a\ud800' }, '/key', 'INVALID_FIELD'],
    ['a key with U+0000', { name: 'paid', key: 'a\0' }, '/key', 'INVALID_FIELD'],
    ['a long name', { name: 'x'.repeat(129), key: 'a' }, '/name', 'INVALID_FIELD'],
    ['a payload that is a list', { name: 'paid', key: 'a', payload: [] }, '/payload', 'INVALID_FIELD'],
    ['an unknown field', { name: 'paid', key: 'a', data: {} }, '/data', 'UNKNOWN_FIELD'],
  ])('refuses %s', async (_, body, path, code) => {
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ path, code });
  });

  it('refuses a payload that is too large for a log', async () => {
    const { status, body } = await send({ name: 'paid', key: 'a', payload: { text: 'x'.repeat(300_000) } });
    expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

it('lists what is kept by name and key, newest first', async () => {
  for (const n of [1, 2, 3])
    await send({ name: 'listed', key: 'c1', payload: { n }, idempotencyId: `l${n}` });
  await send({ name: 'listed', key: 'c2' });
  const first = (await api.call('GET /signals?name=listed&key=c1&limit=2')).body;
  expect(first.items.map(({ payload }: { payload: unknown }) => payload)).toEqual([{ n: 3 }, { n: 2 }]);
  expect(first.items[0]).toMatchObject({ name: 'listed', key: 'c1', sentBy: 'owner', idempotencyId: 'l3' });
  const rest = (await api.call(`GET /signals?name=listed&key=c1&cursor=${first.nextCursor}`)).body;
  expect([rest.items.length, rest.nextCursor]).toEqual([1, null]);
  expect((await api.call('GET /signals?name=listed')).body.items).toHaveLength(4);
  expect((await api.call('GET /signals?name=nobody')).body).toEqual({ items: [], nextCursor: null });
});
