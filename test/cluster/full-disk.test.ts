import { logViolations, watchedRun } from '@weftwork/runtime/testing';
import { isTerminal, type RunStatus } from '@weftwork/schema';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawGraph } from '../support/draw-graph';
import { eventually } from '../support/eventually';
import { type Sink, startSink } from './sink';
import { createTestCluster, type TestCluster } from './support';

/* The database answers every commit as it does when its disk is full: by the code of that, from a trigger. */

let sink: Sink;
let cluster: TestCluster;
let sql: Client;

beforeAll(async () => {
  sink = await startSink();
  cluster = await createTestCluster({
    env: { WEFTWORK_HTTP_ALLOW: '127.0.0.1', WEFTWORK_LEASE_SECONDS: '2' },
  });
  sql = new Client({ connectionString: cluster.databaseUrl });
  await sql.connect();
  const call = (path: string) => ({
    type: 'http' as const,
    config: { method: 'GET', url: `${sink.url}${path}` },
  });
  await cluster.publish({
    ...drawGraph('start>a a>b b>output', { a: call('/hold/a'), b: call('/b') }),
    id: 'calls',
  });
});
afterAll(async () => {
  await sql?.end();
  await cluster?.stop();
  sink?.close();
});

async function epochOf(runId: string): Promise<number> {
  const { rows } = await sql.query<{ epoch: number }>('SELECT epoch FROM runs WHERE id = $1', [runId]);
  return rows[0]!.epoch;
}

it('a full disk loses no run and no order: runs wait, new ones are refused, and all go on when there is room', async () => {
  const held = sink.held();
  const { id } = await cluster.run('calls', {}, 0);
  await held;
  await sql.query(`
    CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_space BEFORE INSERT ON run_log FOR EACH ROW EXECUTE FUNCTION no_space()`);
  sink.open();
  await expect(cluster.run('calls', {}, 0)).rejects.toThrow(/503 .*STORAGE_UNAVAILABLE/);
  // The worker tries, lets go and takes over again, more than once.
  await eventually(async () => (await epochOf(id)) >= 3);
  const { status } = await cluster.api<{ status: string }>(`/runs/${id}`);
  expect(isTerminal(status as RunStatus)).toBe(false);
  expect(await cluster.api('/health')).toMatchObject({ storage: 'postgresql' });

  await sql.query('DROP TRIGGER no_space ON run_log');
  expect(await cluster.until(id, (run) => isTerminal(run.status as RunStatus), 30_000)).toMatchObject({
    status: 'completed',
  });
  expect(await cluster.run('calls')).toMatchObject({ status: 'completed' });
  const { rows: runs } = await sql.query('SELECT id, status, seq, epoch, owner FROM runs WHERE id = $1', [
    id,
  ]);
  const { rows: log } = await sql.query<{ first_seq: number; last_seq: number; events: string }>(
    'SELECT first_seq, last_seq, events FROM run_log WHERE run_id = $1 ORDER BY first_seq',
    [id],
  );
  const pages = log.map((each) => ({ firstSeq: each.first_seq, lastSeq: each.last_seq, text: each.events }));
  expect(logViolations(watchedRun({ ...runs[0], lastSeq: runs[0].seq }, pages))).toEqual([]);
  const { rows } = await sql.query('SELECT count(*)::int4 AS runs FROM runs');
  expect(rows).toEqual([{ runs: 2 }]);
}, 90_000);
