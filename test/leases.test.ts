import type { CommitOutcome, MemoryStore, RunStore } from '@weftwork/runtime';
import { CodedError, isTerminal, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { refused } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { scaled } from './support/scaled';
import { get } from './support/shapes';
import { type TestRuntime, WORKSPACE } from './support/test-runtime';
import { type VirtualRuntimes, virtualRuntimes } from './support/virtual-runtimes';

/* Who holds a run while time passes: heartbeats, takeovers, timers. In virtual time, so that nothing here is a race. */

const LEASE_MS = 1_000;
const IDLE_LEASES = scaled(5_000, 500);

const graph = drawGraph('start>h1 h1>output', { h1: get('h1') });
const hang = () => new Promise<never>(() => {});

async function startRun(t: TestRuntime, workflowId: string): Promise<string> {
  const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId, input: {} };
  return (await t.runtime.startRun(request)).runId;
}

async function recordOf(world: VirtualRuntimes, runId: string) {
  return (await world.store.reader.getRun(WORKSPACE, runId))!;
}

/** A store that counts how many runs were claimed, and renewals. */
function counting(store: MemoryStore, renew: (call: number) => void = () => {}) {
  const counts = { claimed: 0, renewals: 0 };
  const runs: RunStore = {
    ...store.runs,
    async claim(options) {
      const claimed = await store.runs.claim(options);
      counts.claimed += claimed.length;
      return claimed;
    },
    async renew(...held) {
      counts.renewals += 1;
      renew(counts.renewals);
      return store.runs.renew(...held);
    },
  };
  return { counts, store: { ...store, runs } };
}

it('R16 a first node that takes three leases runs once, alone, and keeps its lease', async () => {
  const world = virtualRuntimes();
  let [calls, running, most] = [0, 0, 0];
  const http = async () => {
    calls += 1;
    running += 1;
    most = Math.max(most, running);
    await world.time.sleep(3 * LEASE_MS);
    running -= 1;
    return nodeResult({});
  };
  const watched = counting(world.store);
  const options = { leaseMs: LEASE_MS, executors: { http }, store: watched.store };
  const first = await world.open(options);
  await world.open(options);
  const runId = await startRun(first, await first.publish(graph));
  await world.pass(5 * LEASE_MS);
  expect(await recordOf(world, runId)).toMatchObject({ status: 'completed' });
  expect({ calls, most, ...watched.counts }).toMatchObject({ calls: 1, most: 1, claimed: 0 });
});

it('R30 idle leases outlive stalls of half their time, and nobody takes them over', async () => {
  const world = virtualRuntimes();
  const watched = counting(world.store);
  const options = {
    leaseMs: LEASE_MS,
    executors: { http: hang },
    store: watched.store,
    slots: 2 * IDLE_LEASES,
  };
  const first = await world.open(options);
  await world.open(options);
  const id = await first.publish(graph);
  for (let run = 0; run < IDLE_LEASES; run += 1) await startRun(first, id);
  for (let at = 700; at < 10 * LEASE_MS; at += 1_400)
    world.time.plan(at, () => world.time.stall(LEASE_MS / 2));
  await world.pass(12 * LEASE_MS);
  expect(watched.counts.claimed).toBe(0);
  expect(watched.counts.renewals).toBeGreaterThan(10);
  expect(first.runtime.activeRuns).toBe(IDLE_LEASES);
});

it('R33 a heartbeat that fails ends neither the heartbeats nor the lease', async () => {
  const world = virtualRuntimes();
  const watched = counting(world.store, (call) => {
    if (call === 2) throw new Error('the connection broke');
  });
  const troubles: string[] = [];
  const first = await world.open({
    leaseMs: LEASE_MS,
    store: watched.store,
    executors: { http: () => world.time.sleep(6 * LEASE_MS).then(() => nodeResult({})) },
    onTrouble: (where) => troubles.push(where),
  });
  await world.open({ leaseMs: LEASE_MS, store: watched.store });
  const runId = await startRun(first, await first.publish(graph));
  await world.pass(8 * LEASE_MS);
  expect(troubles).toEqual(['renewing leases']);
  expect(watched.counts.renewals).toBeGreaterThan(6);
  expect(watched.counts.claimed).toBe(0);
  expect(await recordOf(world, runId)).toMatchObject({ status: 'completed' });
});

it('R23 a deadline that passed while nobody was there fires once, within a second of the start', async () => {
  const world = virtualRuntimes();
  const ask = {
    type: 'human_input' as const,
    config: { mode: 'approval', message: '?', deadlineSeconds: 2, onTimeout: { policy: 'autoApprove' } },
  };
  const first = await world.open({ leaseMs: LEASE_MS });
  const id = await first.publish(drawGraph('start>ask ask.approved>output', { ask }));
  const runId = await startRun(first, id);
  await world.pass(500);
  expect(await recordOf(world, runId)).toMatchObject({ status: 'awaiting_input' });
  await first.runtime.drain(0);
  await world.pass(60_000);
  expect(await recordOf(world, runId)).toMatchObject({ status: 'awaiting_input' });

  const heirs = [await world.open({ leaseMs: LEASE_MS }), await world.open({ leaseMs: LEASE_MS })];
  await world.pass(1_000);
  const { status, events } = await heirs[0]!.settled(runId);
  expect(status).toBe('completed');
  expect(events.filter(({ type }) => type === 'gate.expired')).toHaveLength(1);
  expect(isTerminal(status)).toBe(true);
});

/** A store whose answers to some calls come late, and which notes when the last was sent that made the lease longer. */
function lateAnswers(
  world: VirtualRuntimes,
  lateMs: Partial<Record<keyof RunStore, number>>,
  awayMs: number,
) {
  const { runs } = world.store;
  const { time } = world;
  const lease = { sentAt: 0 };
  const first = new Set<keyof RunStore>();
  const away = () => new CodedError('STORAGE_UNAVAILABLE', 'The store did not answer.');
  const answering: RunStore = {
    ...runs,
    async claim(options) {
      const sentAt = time.now();
      const claimed = await runs.claim(options);
      if (claimed.length === 0) return claimed;
      lease.sentAt = sentAt;
      if (!first.has('claim')) await time.sleep(lateMs.claim ?? 0);
      first.add('claim');
      return claimed;
    },
    async recordRecovery(...sent) {
      const answer = await runs.recordRecovery(...sent);
      if (!first.has('recordRecovery')) await time.sleep(lateMs.recordRecovery ?? 0);
      first.add('recordRecovery');
      return answer;
    },
    async renew(...sent) {
      if (time.now() < awayMs) throw away();
      const sentAt = time.now();
      const answer = await runs.renew(...sent);
      if (answer.lost.length === 0) lease.sentAt = sentAt;
      return answer;
    },
  };
  return { lease, store: { ...world.store, runs: answering } };
}

it.each([
  ['the claim', { claim: 900 }],
  ['the count of recoveries', { recordRecovery: 900 }],
  ['both', { claim: 600, recordRecovery: 600 }],
])(
  'R10 a call that is made again waits for a fresh lease when the answer to %s is late',
  async (_, lateMs) => {
    const world = virtualRuntimes();
    const first = await world.open({ leaseMs: LEASE_MS, executors: { http: hang } });
    const runId = await startRun(first, await first.publish(graph));
    await world.pass(100);
    await Promise.all([first.runtime.drain(0), world.pass(100)]);
    const { lease, store } = lateAnswers(world, lateMs, 3 * LEASE_MS);
    const ages: number[] = [];
    const http = async () => {
      ages.push(world.time.now() - lease.sentAt);
      return nodeResult({});
    };
    await world.open({ leaseMs: LEASE_MS, store, executors: { http }, onTrouble: () => {} });
    await world.pass(6 * LEASE_MS);
    expect(await recordOf(world, runId)).toMatchObject({ status: 'completed' });
    expect(ages).toHaveLength(1);
    expect(ages[0]).toBeLessThanOrEqual(0.8 * LEASE_MS);
  },
);

/** A store on which every call takes a while, as on a busy machine. */
function slow(world: VirtualRuntimes, callMs: number): MemoryStore {
  const runs = new Proxy(world.store.runs, {
    get:
      (target, method: keyof RunStore) =>
      async (...sent: unknown[]) => {
        await world.time.sleep(callMs);
        return (target[method] as (...all: unknown[]) => Promise<unknown>)(...sent);
      },
  });
  return { ...world.store, runs };
}

it('two hundred and fifty deadlines of one moment, and as many backoffs, are all met within 250 ms', async () => {
  const world = virtualRuntimes();
  const store = slow(world, 8);
  const http = async (_: unknown, { attempt }: { attempt: number }) => {
    if (attempt === 1) throw refused();
    return nodeResult({});
  };
  const first = await world.open({ store, executors: { http }, leaseMs: 60_000 });
  const ask = {
    type: 'human_input' as const,
    config: { mode: 'approval', message: '?', deadlineSeconds: 5 },
  };
  const asks = await first.publish(drawGraph('start>ask ask.timed_out>output', { ask }));
  const again = await first.publish(
    drawGraph('start>h1 h1>output', {
      h1: { ...get('h1'), retry: { maxAttempts: 2, backoffSeconds: 5, maxBackoffSeconds: 60, retryOn: [] } },
    }),
  );
  const started = Promise.all(
    Array.from({ length: 500 }, (_, n) => startRun(first, n % 2 === 0 ? asks : again)),
  );
  await world.pass(10_000);
  const lateness: number[] = [];
  for (const runId of await started) {
    const { status, events } = await first.settled(runId);
    expect(status).toBe('completed');
    const at = (type: string, nth = 0) => events.filter((event) => event.type === type)[nth]!.occurredAt;
    const isAsked = events.some(({ type }) => type === 'gate.opened');
    const [due, met] = isAsked
      ? [at('gate.opened') + 5_000, at('gate.decided')]
      : [at('node.retrying') + 5_000, at('node.started', 2)];
    lateness.push(met - due);
  }
  expect(lateness).toHaveLength(500);
  expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lateness)).toBeLessThanOrEqual(250);
});

it('R16 what a process left behind is taken over within seconds although more is ready than there is room for', async () => {
  const world = virtualRuntimes();
  const first = await world.open({ leaseMs: LEASE_MS, executors: { http: hang } });
  const id = await first.publish(graph);
  const left = await Promise.all(Array.from({ length: 3 }, () => startRun(first, id)));
  await world.pass(100);
  await Promise.all([first.runtime.drain(0), world.pass(100)]);
  const http = () => world.time.sleep(100).then(() => nodeResult({}));
  const second = await world.open({ leaseMs: LEASE_MS, executors: { http }, slots: 2 });
  const flood = Array.from({ length: 400 }, () => startRun(second, id));
  await world.pass(5_000);
  for (const runId of left) expect(await recordOf(world, runId)).toMatchObject({ status: 'completed' });
  const { status } = await recordOf(world, await flood.at(-1)!);
  expect(status).toBe('queued');
});

/** A store to whose second commit of a run something happens. */
function mishap(
  world: VirtualRuntimes,
  happen: (commit: () => Promise<readonly CommitOutcome[]>) => Promise<readonly CommitOutcome[]>,
) {
  let commits = 0;
  const runs: RunStore = {
    ...world.store.runs,
    async commit(sent) {
      commits += 1;
      const commit = () => world.store.runs.commit(sent);
      return commits === 2 ? happen(commit) : commit();
    },
  };
  return { ...world.store, runs };
}

const LONG_LEASE_MS = 60_000;

it.each([
  ['stands', async (commit: () => Promise<unknown>) => void (await commit())],
  ['does not stand', async () => {}],
])('a commit that %s and is not answered for costs a moment, not a lease', async (_, happen) => {
  const world = virtualRuntimes();
  const store = mishap(world, async (commit) => {
    await happen(commit);
    throw new CodedError('STORAGE_UNAVAILABLE', 'The store did not answer.');
  });
  const t = await world.open({ leaseMs: LONG_LEASE_MS, store, onTrouble: () => {} });
  const runId = await startRun(t, await t.publish(graph));
  await world.pass(5_000);
  expect(await recordOf(world, runId)).toMatchObject({ status: 'completed' });
});

it('a run whose commit is refused for what it holds ends with that, instead of trying again with each lease', async () => {
  const world = virtualRuntimes();
  const store = mishap(world, async () => [
    {
      ...{ runId: '', result: 'lost', firstSeq: 0, seq: 0, wakeSeq: 0, status: 'running' },
      failure: new CodedError('INTERNAL', 'The database refused it.'),
    },
  ]);
  const t = await world.open({ leaseMs: LONG_LEASE_MS, store, onTrouble: () => {} });
  const runId = await startRun(t, await t.publish(graph));
  await world.pass(5_000);
  const { status, error } = await recordOf(world, runId);
  expect(status).toBe('failed');
  expect(error).toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining('The database refused it.'),
  });
});
