import type { FleetState, NewRun } from '@weftwork/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '../problems';
import { createMetrics } from './metrics';
import type { MetricSources } from './own-metrics';
import { type MetricsServer, serveMetrics } from './serve-metrics';
import { createTally } from './tally';

const RUN = { runId: '01900000-0000-7000-8000-000000000001' } as NewRun;
const STEP = { nodeId: 'call', path: '', attempt: 1 };
const FLEET: FleetState = {
  survey: {
    runs: { running: 3, awaiting_input: 2 },
    runnable: [{ runs: 4, oldestMs: 2_500 }],
    openGates: 2,
    openUnknowns: 1,
    workers: [],
  },
  workersAlive: 2,
  runsWithoutWorker: 4,
  problems: [],
};

function metricsOf(sources: Partial<MetricSources> = {}) {
  return createMetrics({
    tally: createTally(),
    fleet: () => FLEET,
    activeRuns: () => 7,
    redisState: () => undefined,
    ...sources,
  });
}

/** What a scraper would see, without comments, a line each. */
async function linesOf(
  tally = createTally(),
  fleet: FleetState = FLEET,
  redis?: 'connected' | 'denied',
): Promise<string[]> {
  const { body } = await metricsOf({ tally, fleet: () => fleet, redisState: () => redis }).text();
  return body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function busyTally() {
  const tally = createTally();
  tally.runAdmitted(RUN);
  tally.runClaimed(RUN, false);
  tally.runClaimed(RUN, true);
  tally.leaseLost(RUN.runId);
  tally.outcomeUnknown(RUN.runId, STEP);
  tally.runEnded({ runId: RUN.runId, status: 'completed', ms: 20 });
  tally.runEnded({ runId: RUN.runId, status: 'failed', ms: 5_000 });
  for (const ms of [2, 4, 400_0000]) {
    tally.attemptEnded({ ...STEP, runId: RUN.runId, nodeType: 'http', ms, outcome: 'completed' });
  }
  tally.attemptEnded({ ...STEP, runId: RUN.runId, nodeType: 'agent', ms: 10, outcome: 'stopped' });
  tally.commitSent(12, 1.5);
  tally.streamOpened();
  tally.streamOpened();
  tally.streamClosed();
  tally.eventStreamed(4);
  return tally;
}

describe('the metrics', () => {
  it('tell what was counted, in the text format', async () => {
    const lines = await linesOf(busyTally());
    expect(lines).toEqual(
      expect.arrayContaining([
        'weftwork_runs_admitted_total 1',
        'weftwork_run_claims_total 2',
        'weftwork_lease_takeovers_total 1',
        'weftwork_leases_lost_total 1',
        'weftwork_unknowns_total 1',
        'weftwork_run_duration_seconds_count{status="completed"} 1',
        'weftwork_run_duration_seconds_sum{status="failed"} 5',
        'weftwork_node_attempt_seconds_bucket{type="http",outcome="completed",le="0.003"} 1',
        'weftwork_node_attempt_seconds_bucket{type="http",outcome="completed",le="0.01"} 2',
        'weftwork_node_attempt_seconds_bucket{type="http",outcome="completed",le="1000"} 2',
        'weftwork_node_attempt_seconds_bucket{type="http",outcome="completed",le="+Inf"} 3',
        'weftwork_node_attempt_seconds_count{type="agent",outcome="stopped"} 1',
        'weftwork_commit_batch_runs_bucket{le="16"} 1',
        'weftwork_commit_batch_runs_bucket{le="8"} 0',
        'weftwork_commit_seconds_count 1',
        'weftwork_sse_streams 1',
        'weftwork_sse_lag_seconds_count 1',
        'weftwork_runs_active 7',
      ]),
    );
  });

  it('tell what the store holds, and nothing old when it does not answer', async () => {
    expect(await linesOf()).toEqual(
      expect.arrayContaining([
        'weftwork_runs{status="running"} 3',
        'weftwork_runs{status="queued"} 0',
        'weftwork_queue_runs 4',
        'weftwork_queue_oldest_seconds 2.5',
        'weftwork_gates_open 2',
        'weftwork_unknowns_open 1',
        'weftwork_workers_alive 2',
        'weftwork_runs_without_worker 4',
        'weftwork_storage_up 1',
      ]),
    );
    const away = await linesOf(createTally(), { workersAlive: 0, runsWithoutWorker: 0, problems: [] });
    expect(away).toContain('weftwork_storage_up 0');
    expect(away.filter((line) => /^weftwork_(runs\{|queue|gates|unknowns_open|workers)/.test(line))).toEqual(
      [],
    );
  });

  it('tell how the process and its event loop are', async () => {
    const names = (await linesOf()).map((line) => line.split(/[ {]/)[0]);
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(names).toContain(name);
  });

  it('have labels from closed lists only, so that their number does not grow with use', async () => {
    const tally = busyTally();
    const before = (await linesOf(tally)).length;
    for (let index = 0; index < 500; index += 1) {
      const runId = `run-${index}`;
      tally.runAdmitted({ ...RUN, runId, workflowId: `w-${index}`, workspaceId: `s-${index}` });
      tally.attemptEnded({
        ...STEP,
        nodeId: `n-${index}`,
        runId,
        nodeType: 'http',
        ms: index,
        outcome: 'completed',
      });
      tally.runEnded({ runId, status: 'failed', ms: 1, error: { code: `CODE_${index}`, message: 'x' } });
    }
    expect((await linesOf(tally)).length).toBe(before);
  });
});

it('tells how the connection to Redis is, by state, and nothing where there is none', async () => {
  const redis = async (state?: 'connected' | 'denied') =>
    (await linesOf(createTally(), FLEET, state)).filter((line) => line.startsWith('weftwork_redis'));
  expect(await redis()).toEqual([]);
  expect(await redis('denied')).toEqual([
    'weftwork_redis{state="connected"} 0',
    'weftwork_redis{state="away"} 0',
    'weftwork_redis{state="refused"} 0',
    'weftwork_redis{state="denied"} 1',
  ]);
});

describe('the port for metrics', () => {
  let server: MetricsServer | undefined;
  afterEach(() => server?.close());
  const told = {
    metrics: metricsOf(),
    health: () => ({ status: 'ok' as const }),
    obstacle: (): Problem | undefined => undefined,
  };

  it('answers GET /metrics, /health and /ready on the loopback interface, and nothing else', async () => {
    server = await serveMetrics(told, { port: 0 });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const scraped = await fetch(server.url);
    expect(scraped.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await scraped.text()).toContain('weftwork_workers_alive 2');
    expect(await (await fetch(server.url.replace('metrics', 'health'))).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(server.url.replace('metrics', 'ready'))).json()).toEqual({ status: 'ready' });
    expect((await fetch(server.url.replace('metrics', 'other'))).status).toBe(404);
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
    const { port } = new URL(server.url);
    const second = serveMetrics(told, { port: Number(port) });
    await expect(second).rejects.toMatchObject({ code: 'PORT_IN_USE', extra: { port: Number(port) } });
  });

  it('says what a process waits for that is not ready', async () => {
    const problem = { code: 'STORAGE_UNAVAILABLE', message: 'Waiting for the database.' } as const;
    server = await serveMetrics({ ...told, obstacle: () => problem }, { port: 0 });
    const answer = await fetch(server.url.replace('metrics', 'ready'));
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'waiting', ...problem }]);
  });
});
