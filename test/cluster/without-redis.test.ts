import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTerminal, type RunStatus } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TrialPostgres } from '../../scripts/lib/cluster.mjs';
import { drawGraph } from '../support/draw-graph';
import { type Sink, startSink } from './sink';
import { readStream } from './streams';
import { createTestCluster, type RunAnswer, type TestCluster } from './support';

let home: string;
let postgres: TrialPostgres;
let sink: Sink;
let cluster: TestCluster;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-own-database-'));
  [postgres, sink] = await Promise.all([startPostgres(home), startSink()]);
  cluster = await createTestCluster({
    databaseUrl: postgres.url,
    redisUrl: null,
    servers: 2,
    workers: 2,
    env: { WEFTWORK_HTTP_ALLOW: '127.0.0.1', WEFTWORK_LEASE_SECONDS: '3' },
  });
});
afterAll(async () => {
  await cluster?.stop();
  await postgres?.stop();
  sink?.close();
  await rm(home, { recursive: true, force: true });
});

const ended = ({ status }: RunAnswer) => isTerminal(status as RunStatus);
const call = (path: string) => ({
  type: 'http' as const,
  config: { method: 'GET', url: `${sink.url}${path}` },
});

it('runs without a Redis: the database tells who is to look', async () => {
  expect(await cluster.api('/health')).toMatchObject({ storage: 'postgresql', queue: 'database' });
  for (let turn = 0; turn < 5; turn += 1)
    expect(await cluster.run('start_output', { name: 'x' })).toMatchObject({ status: 'completed' });
});

it('R19 streams and runs go on after the database was killed and came back, five times', async () => {
  sink.open();
  const graph = { ...drawGraph('start>a a>b b>output', { a: call('/a'), b: call('/b') }), id: 'kills' };
  await cluster.publish(graph);
  for (let kill = 0; kill < 5; kill += 1) {
    sink.shut();
    const held = sink.held();
    const held2 = { ...drawGraph('start>a a>output', { a: call('/hold') }), id: `held-${kill}` };
    await cluster.publish(held2);
    const waiting = await cluster.run(held2.id, {}, 0);
    await held;
    const stream = readStream(cluster, cluster.servers[1]!, waiting.id);
    await postgres.kill();
    await postgres.start();
    sink.open();
    await cluster.until(waiting.id, ended, 30_000);
    const events = await stream;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'run.completed' });
    expect(await cluster.run('kills', {}, 20)).toMatchObject({ status: 'completed' });
  }
}, 120_000);
