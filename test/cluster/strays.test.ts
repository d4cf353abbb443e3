import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawGraph } from '../support/draw-graph';
import { eventually } from '../support/eventually';
import { createTestCluster, type TestCluster } from './support';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await createTestCluster({ workers: 0, redisUrl: null, env: { WEFTWORK_LEASE_SECONDS: '60' } });
  const source = 'function main() { for (;;); }';
  const code = { type: 'code' as const, config: { language: 'javascript', source, input: {} } };
  await cluster.publish({ ...drawGraph('start>busy busy>output', { busy: code }), id: 'busy' });
});
afterAll(() => cluster?.stop());

/** Processes that say they run code of this run. */
function codeProcesses(runId: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`run-id=${runId}`) ? [Number(name)] : [];
    } catch {
      return []; // ended while we looked
    }
  });
}

it('I-022 user code that never ends leaves no process behind when its worker is killed', async () => {
  const worker = await cluster.startWorker();
  const { id } = await cluster.run('busy', {}, 0);
  await eventually(() => codeProcesses(id).length === 1);
  const [pid] = codeProcesses(id);
  expect(pid).not.toBe(worker.pid);
  worker.kill('SIGKILL');
  // Long before the limit of the node, which is five minutes.
  await eventually(() => codeProcesses(id).length === 0);
}, 30_000);
