import { CodedError, type RunEvent } from '@weftwork/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestApiParts, TOKEN } from './testing/create-test-api';

const METRICS_TOKEN = 'only-for-the-scraper';
const metrics = {
  token: METRICS_TOKEN,
  text: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'weftwork_runs_active 0\n' }),
};

describe('what the API tells of itself', () => {
  let api: TestApi;
  afterEach(() => api.app.close());
  async function open(parts: TestApiParts): Promise<void> {
    api = await createTestApi(parts);
  }

  it.each([
    ['the token of the owner', `Bearer ${TOKEN}`, 200],
    ['the token for metrics', `Bearer ${METRICS_TOKEN}`, 200],
    ['no token', undefined, 401],
    ['another token', 'Bearer something-else', 401],
    ['another scheme', `Basic ${METRICS_TOKEN}`, 401],
  ])('gives metrics to %s: %s', async (_, authorization, expected) => {
    await open({ metrics });
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = await api.raw({ method: 'GET', url: '/metrics', headers });
    expect(status).toBe(expected);
    expect(String(body).includes('weftwork_runs_active')).toBe(expected === 200);
  });

  it('lets the token for metrics do nothing else', async () => {
    await open({ metrics });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await api.raw({ method: 'GET', url: '/api/v1/runs', headers })).status).toBe(401);
  });

  it('gives no metrics to a foreign host name, even with the token', async () => {
    await open({ metrics });
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'evil.example' };
    expect((await api.raw({ method: 'GET', url: '/metrics', headers })).status).toBe(421);
  });

  it('is alive and degraded while somebody must act, with the reason', async () => {
    const problems = [{ code: 'NO_ELIGIBLE_WORKER', message: '3 runs could go on, but no worker is alive.' }];
    const health = { status: 'degraded', storage: 'memory', queue: 'local', problems };
    await open({ services: { health: async () => health } });
    expect(await api.call('GET /health')).toMatchObject({
      status: 200,
      body: { ...health, version: '0.0.0' },
    });
  });

  it('is ready without a queue, and says so', async () => {
    const problems = [{ code: 'QUEUE_UNAVAILABLE', message: 'Redis lets us do nothing.' }];
    const health = { status: 'degraded', storage: 'memory', queue: 'redis: denied', problems };
    await open({ services: { health: async () => health } });
    expect(await api.raw({ method: 'GET', url: '/api/v1/ready' })).toMatchObject({
      status: 200,
      body: { status: 'ready', problems },
    });
  });

  it('is ready, or says why it is not', async () => {
    let problem: CodedError | undefined;
    const ready = async () => {
      if (problem) throw problem;
    };
    await open({ services: { ready } });
    expect(await api.raw({ method: 'GET', url: '/api/v1/ready' })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
    for (const code of ['SHUTTING_DOWN', 'STORAGE_UNAVAILABLE'] as const) {
      problem = new CodedError(code, 'Not now.');
      expect(await api.raw({ method: 'GET', url: '/api/v1/ready' })).toMatchObject({
        status: 503,
        body: { code },
      });
    }
  });
});

/** What streams tell. */
function streamTally() {
  const seen = { opened: 0, closed: 0, lags: [] as number[] };
  const observer = {
    streamOpened() {
      seen.opened += 1;
    },
    streamClosed() {
      seen.closed += 1;
    },
    eventStreamed: (lagMs: number) => void seen.lags.push(lagMs),
  };
  return { seen, observer };
}

describe('what streams tell', () => {
  it('is that they open and close, and how far live events lag, not how old history is', async () => {
    const { seen, observer } = streamTally();
    const api = await createTestApi({ services: { observer } });
    await api.publish('a');
    const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await api.call('POST /runs', { workflowId: 'a', input: { hold: 1 } });
    const text = (at: number): RunEvent => ({
      type: 'node.log',
      occurredAt: at,
      nodeId: 'a',
      attempt: 1,
      data: { level: 'info', text: 'x' },
    });
    await api.runtime.append(body.id, [text(Date.now() - 3_600_000)]);
    const stream = await fetch(`${base}/api/v1/runs/${body.id}/events`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const reader = stream.body!.getReader();
    await reader.read();
    expect(seen).toEqual({ opened: 1, closed: 0, lags: [] });
    while (seen.lags.length === 0) {
      await api.runtime.append(body.id, [text(Date.now())]);
      await reader.read();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(Math.max(...seen.lags)).toBeLessThan(60_000);
    await api.app.close();
    expect(seen).toMatchObject({ opened: 1, closed: 1 });
  });
});
