import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@weftwork/local-postgres';
import { type NewRun, type RunCommit, uuidV7, type VersionRecord } from '@weftwork/runtime';
import { EventEncoder, SettingsSchema } from '@weftwork/schema';
import { Client } from 'pg';
import { createPostgresStore, migrate, type PostgresStore } from '../src/index';

const BASE = { epoch: 1, owner: 'bench', leaseMs: 10_000, baseWakeSeq: 0, expectStatus: 'running' } as const;
const NONE = { text: '', events: 0 };
const CLAIM_BATCH = 16;
const SECONDS = Number(process.env.SECONDS ?? 4);
const home = await mkdtemp(join(tmpdir(), 'weftwork-bench-'));
const postgres = await startLocalPostgres({ home });
const migrationsPath = join(process.cwd(), 'prisma/migrations');
await migrate(postgres.url, { migrationsPath });
const store = createPostgresStore({ connectionString: postgres.url });
const admin = new Client({ connectionString: postgres.url });
await admin.connect();

try {
  const version = await publish(store);
  const pure = (nodes: number) => (): RunCommit[] => [chain(version, nodes)];
  await measure('warm-up', 64, 1, pure(10));
  await measure('w1: born terminal, 10 nodes', 64, SECONDS, pure(10));
  await measure('w1 one at a time', 1, SECONDS, pure(10));
  await measure('w2: born terminal, 100 nodes', 64, SECONDS, pure(100));
  await measureEffects('w6: three effects', 64, SECONDS, version);
  await measureQueue('queued, claimed, ended', 4, SECONDS, version);
  await measure('w1 again, on a full table', 64, SECONDS, pure(10));
} finally {
  await admin.end();
  await store.close();
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
}

async function publish({ workflows }: PostgresStore): Promise<VersionRecord> {
  await workflows.create('local', { id: 'bench', name: 'Bench', graph: {}, layout: {} });
  const { record } = await workflows.addVersion('local', {
    workflowId: 'bench',
    graphHash: '0'.repeat(64),
    canonical: '{}',
    layout: {},
    settings: SettingsSchema.parse({}),
    clamps: [],
    publishedBy: 'owner',
  });
  return record;
}

function newRun(version: VersionRecord): NewRun {
  return {
    runId: uuidV7(),
    workspaceId: 'local',
    workflowId: 'bench',
    versionId: version.versionId,
    version: 1,
    graphHash: version.graphHash,
    input: { n: 1 },
    settings: version.settings,
    createdBy: 'owner',
    depth: 0,
    engine: '1',
  };
}

/** A chain of pure nodes, admitted and ended in one commit. */
function chain(version: VersionRecord, nodes: number): RunCommit {
  const run = newRun(version);
  const encoder = new EventEncoder();
  const now = Date.now();
  encoder.add({ type: 'run.started', occurredAt: now, data: {} });
  encoder.addPure(now, '"start"', '', '{"n":1}', undefined);
  for (let node = 1; node <= nodes; node += 1)
    encoder.addPure(now, `"step_${node}"`, '', `{"n":${node + 1},"label":"step ${node}"}`, undefined);
  encoder.addPure(now, '"output"', '', `{"n":${nodes + 1}}`, undefined);
  encoder.add({ type: 'run.completed', occurredAt: now, data: { output: { n: nodes + 1 } } });
  const transition = { status: 'completed', output: { n: nodes + 1 } } as const;
  return {
    ...BASE,
    runId: run.runId,
    create: run,
    baseSeq: 0,
    facts: NONE,
    admissions: encoder.take(),
    transition,
  };
}

async function measure(name: string, clients: number, seconds: number, make: () => RunCommit[]) {
  await report(name, clients, seconds, async () => {
    const [outcome] = await store.runs.commit(make());
    if (outcome!.result !== 'all') throw outcome!.failure ?? new Error(outcome!.result);
  });
}

/** Each effect: an intent, then its response together with the next intent. Four commits per run. */
async function measureEffects(name: string, clients: number, seconds: number, version: VersionRecord) {
  const encode = (type: 'node.started' | 'node.completed', nodeId: string) => {
    const encoder = new EventEncoder();
    const at = { occurredAt: Date.now(), nodeId, attempt: 1 };
    if (type === 'node.started')
      encoder.add({ ...at, type, data: { input: { url: 'http://127.0.0.1:9/x' } } });
    else encoder.add({ ...at, type, data: { output: { status: 200, body: { ok: true, name: 'x' } } } });
    return encoder.take();
  };
  const intent = (nodeId: string) => ({
    ...encode('node.started', nodeId),
    intents: [{ nodeId, path: '', attempt: 1, effectClass: 'replayable' as const }],
  });
  await report(name, clients, seconds, async () => {
    const run = newRun(version);
    const heads = { runId: run.runId, seq: 0 };
    const commit = async (rest: Partial<RunCommit>) => {
      const [outcome] = await store.runs.commit([
        { ...BASE, runId: run.runId, baseSeq: heads.seq, facts: NONE, ...rest },
      ]);
      if (outcome!.result !== 'all') throw outcome!.failure ?? new Error(outcome!.result);
      heads.seq = outcome!.seq;
    };
    await commit({ create: run, admissions: intent('a') });
    await commit({
      facts: encode('node.completed', 'a'),
      responses: [{ nodeId: 'a', path: '', attempt: 1 }],
      admissions: intent('b'),
    });
    await commit({
      facts: encode('node.completed', 'b'),
      responses: [{ nodeId: 'b', path: '', attempt: 1 }],
      admissions: intent('c'),
    });
    await commit({
      facts: encode('node.completed', 'c'),
      responses: [{ nodeId: 'c', path: '', attempt: 1 }],
      admissions: { text: '1[0,[6,0,0,0,0,{"output":{}}]]', events: 1 },
      transition: { status: 'completed', output: {} },
      requireQuiet: true,
    });
  });
}

/** Runs that are queued first and then walked by whoever claims them, some at a time. */
async function measureQueue(name: string, clients: number, seconds: number, version: VersionRecord) {
  const batch = Array.from({ length: CLAIM_BATCH });
  const once = async () => {
    await Promise.all(batch.map(() => store.runs.enqueue(newRun(version))));
    const claim = { limit: CLAIM_BATCH, owner: 'bench', leaseMs: 10_000, engineVersion: '1' };
    const claimed = await store.runs.claim(claim);
    await store.runs.commit(
      claimed.map(({ run, epoch, seq }) => {
        const { admissions, transition } = chain(version, 10);
        const ending = { admissions: admissions!, transition: transition! };
        return { ...BASE, runId: run.runId, epoch, baseSeq: seq, facts: NONE, ...ending };
      }),
    );
  };
  await report(name, clients, seconds, once, CLAIM_BATCH);
}

async function report(
  name: string,
  clients: number,
  seconds: number,
  once: () => Promise<void>,
  runsAtOnce = 1,
) {
  await admin.query('CHECKPOINT');
  const before = await wal();
  const cpu = databaseCpuSeconds();
  const own = process.cpuUsage();
  const until = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const at = performance.now();
        await once();
        times.push(performance.now() - at);
      }
    }),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(own);
  const bytes = (await wal()) - before;
  times.sort((left, right) => left - right);
  const runs = times.length * runsAtOnce;
  const cell = (value: number, digits = 0) => value.toFixed(digits);
  console.log(
    `${name.padEnd(30)} ${cell(runs / elapsed)} runs/s, p50 ${cell(times[times.length >> 1]!, 2)} ms,`,
    `WAL ${cell(bytes / runs)} B/run, CPU/run: database ${cell(((databaseCpuSeconds() - cpu) / runs) * 1e6)} us,`,
    `client ${cell((user + system) / runs)} us`,
  );
}

async function wal(): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`,
  );
  return Number(rows[0]!.bytes);
}

/** User and system time of the postmaster and its children, those that ended included. */
function databaseCpuSeconds(): number {
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isOurs = Number(entry) === postgres.pid || Number(fields[1]) === postgres.pid;
      if (isOurs) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process ended while it was looked at.
    }
  }
  return ticks / 100;
}
