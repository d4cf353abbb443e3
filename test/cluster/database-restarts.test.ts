import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTerminal, type RunStatus } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { startCluster } from '../../scripts/lib/cluster.mjs';
import { drawGraph } from '../support/draw-graph';
import { framesOf } from '../support/event-frames';
import { scaled } from '../support/scaled';

const RESTARTS = scaled(5, 2);

it('R19 a stream goes on by itself after each restart of the database', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'weftwork-restarts-'));
  const cluster = await startCluster({
    dir,
    workers: 0,
    redisUrl: null,
    serverEnv: { RUNTIME_MODE: 'inline' },
  });
  try {
    const ids = Array.from({ length: RESTARTS }, (_, index) => `ask${index}`);
    const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
    const chain = ids.map((id, index) => `${id}.approved>${ids[index + 1] ?? 'output'}`).join(' ');
    const graph = drawGraph(`start>ask0 ${chain}`, Object.fromEntries(ids.map((id) => [id, ask])));
    await cluster.publish({ ...graph, id: 'asks' });
    const run = await cluster.api<{ id: string }>('/runs', {
      method: 'POST',
      body: { workflowId: 'asks', input: {} },
    });
    const response = await fetch(`${cluster.servers[0]!.url}/api/v1/runs/${run.id}/events`, {
      headers: { authorization: `Bearer ${cluster.token}` },
    });
    const frames = framesOf(response);
    const seen: number[] = [];
    /** Reads on, on the one connection there is, until an event of this type comes. */
    const until = async (type: string) => {
      for (;;) {
        const { value, done } = await frames.next();
        if (done) throw new Error(`The stream ended before ${type}`);
        seen.push(Number(value.id));
        if ((JSON.parse(value.data) as { type: string }).type === type) return;
      }
    };
    for (const id of ids) {
      await until('gate.opened');
      await cluster.postgres!.kill();
      await cluster.postgres!.start();
      const approve = () =>
        cluster.api(`/runs/${run.id}/approve`, { method: 'POST', body: { stepId: `${id}~~1` } });
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const answered = await approve().then(
          () => true,
          // An answer that was not heard may have been given.
          (error: unknown) => /GATE_NOT_OPEN/.test(String(error)),
        );
        if (answered) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    await until('run.completed');
    const { status, lastSeq } = await cluster.api<{ status: RunStatus; lastSeq: number }>(`/runs/${run.id}`);
    expect(isTerminal(status)).toBe(true);
    expect(seen).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
  } finally {
    await cluster.stop();
    await rm(dir, { recursive: true, force: true });
  }
}, 120_000);
