import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeEvents,
  EVENT_CODES,
  EventEncoder,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  toEnvelope,
} from '@weftwork/schema';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { isOpen } from './open-runs';

describe('the tables', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const RUN_ID = '01900000-0000-7000-8000-000000000001';

  async function insertRun(status: string): Promise<void> {
    await client.query('DELETE FROM runs');
    await client.query(
      `INSERT INTO runs (id, created_at, workflow_key, version_key, status, seq, epoch, created_by, input)
       VALUES ($1, now(), 1, 1, $2, 0, 0, 'owner', '{}')`,
      [RUN_ID, status],
    );
  }

  it.each(RUN_STATUSES)('let a run that is %s become what the transition table says', async (from) => {
    for (const to of RUN_STATUSES) {
      await insertRun(from);
      const allowed = await client.query('UPDATE runs SET status = $1', [to]).then(
        () => true,
        () => false,
      );
      expect({ from, to, allowed }).toEqual({
        from,
        to,
        allowed: from === to || RUN_TRANSITIONS[from].includes(to),
      });
    }
  });

  it('never change a version', async () => {
    await client.query(
      `INSERT INTO workflows (workspace_id, id, name, draft_graph, draft_layout) VALUES ('local', 'w', 'W', '{}', '{}')`,
    );
    await client.query(
      `INSERT INTO workflow_versions (id, workflow_key, version, graph_hash, canonical, layout, settings, clamps, published_by)
       VALUES ($1, 1, 1, '', '{}', '{}', '{}', '[]', 'owner')`,
      [RUN_ID],
    );
    await expect(client.query(`UPDATE workflow_versions SET layout = '[]'`)).rejects.toThrow('immutable');
    await expect(client.query('DELETE FROM workflow_versions')).rejects.toThrow('immutable');
  });

  it('find what is open without reading what has ended', async () => {
    await client.query('DELETE FROM runs');
    await client.query(
      `INSERT INTO runs (id, created_at, workflow_key, version_key, status, seq, epoch, created_by, input)
       SELECT gen_random_uuid(), now(), 1, 1, 'completed', 0, 0, 'owner', '{}' FROM generate_series(1, 5000)`,
    );
    await client.query('ANALYZE runs');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT status, count(*) FROM runs WHERE ${isOpen()} GROUP BY status`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan');
    expect(plan.match(/runs_(ready|leased|parked)/g)?.sort()).toEqual([
      'runs_leased',
      'runs_parked',
      'runs_ready',
    ]);
  });

  it('know the codes of the event codec', async () => {
    const { rows } = await client.query(
      'SELECT event_type(code) AS type FROM generate_series(1, $1) AS code',
      [EVENT_CODES.length + 1],
    );
    expect(rows.map(({ type }) => type)).toEqual([...EVENT_CODES, null]);
  });

  it('show the log as events, the same that the codec reads', async () => {
    const encoder = new EventEncoder();
    const at = 1_700_000_000_123;
    encoder.add({ type: 'run.started', occurredAt: at, data: {} });
    encoder.addPure(at, '"0"', '', '{"a":1}', undefined);
    encoder.addPure(at + 5, '"选择"', '0', '{}', 'case:1');
    const first = encoder.take();
    encoder.add({
      type: 'node.started',
      occurredAt: at + 9,
      nodeId: 'call',
      attempt: 2,
      iterationPath: [0, 3],
      data: { input: { url: 'x' } },
    });
    encoder.addPure(at + 10, '"last"', '2.0', 'null', undefined);
    encoder.add({ type: 'node.skipped', occurredAt: at + 11, nodeId: 'off', data: { reason: 'branch' } });
    const second = encoder.take();
    encoder.addPure(at + 12, '"end"', '', '{}', undefined);
    encoder.add({ type: 'run.completed', occurredAt: at + 12, data: { output: {} } });
    const third = encoder.take();
    await client.query('DELETE FROM run_log');
    await client.query('INSERT INTO run_log VALUES ($1, 1, $2, $3), ($1, $2 + 1, $2 + $4, $5)', [
      RUN_ID,
      first.events,
      first.text,
      second.events + third.events,
      `${second.text}\n${third.text}`,
    ]);
    const expected = [...decodeEvents(first.text), ...decodeEvents(`${second.text}\n${third.text}`)].map(
      (event, index) => toEnvelope(RUN_ID, index + 1, event),
    );
    const { rows } = await client.query('SELECT * FROM run_events WHERE run_id = $1 ORDER BY seq', [RUN_ID]);
    const shown = rows.map((row) => ({
      schemaVersion: '1.0',
      runId: row.run_id,
      seq: row.seq,
      type: row.type,
      occurredAt: row.occurred_at.toISOString(),
      ...(row.node_id === null ? {} : { nodeId: row.node_id }),
      ...(row.path === '' ? {} : { iterationPath: row.path.split('.').map(Number) }),
      ...(row.attempt === null ? {} : { attempt: row.attempt }),
      data: row.data,
    }));
    expect(shown).toEqual(expected);

    const nodes = await client.query(
      'SELECT node_id, path, attempt, status FROM node_runs ORDER BY last_seq',
    );
    expect(nodes.rows).toEqual([
      { node_id: '0', path: '', attempt: 1, status: 'completed' },
      { node_id: '选择', path: '0', attempt: 1, status: 'completed' },
      { node_id: 'call', path: '0.3', attempt: 2, status: 'running' },
      { node_id: 'last', path: '2.0', attempt: 1, status: 'completed' },
      { node_id: 'off', path: '', attempt: null, status: 'skipped' },
      { node_id: 'end', path: '', attempt: 1, status: 'completed' },
    ]);
  });

  it('are those that schema.prisma describes', async () => {
    const { rows } = await client.query<{ name: string; column: string; required: boolean }>(
      `SELECT table_name AS name, column_name AS column, is_nullable = 'NO' AS required
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name NOT IN ('_prisma_migrations', 'run_events', 'node_runs')`,
    );
    const inDatabase = rows.map(({ name, column, required }) => `${name}.${column}${required ? '' : '?'}`);
    expect(inDatabase.sort()).toEqual(prismaColumns().sort());
  });
});

/** `table.column`, with a question mark where null is allowed, of every model. */
function prismaColumns(): string[] {
  const schema = readFileSync(join(import.meta.dirname, '../../../prisma/schema.prisma'), 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const modelNames = new Set(models.map(([, name]) => name));
  return models.flatMap(([, , body]) => {
    const table = /@@map\("(\w+)"\)/.exec(body!)![1];
    const fields = [...body!.matchAll(/^ {2}(\w+) +(\w+)(\?|\[\])?(.*)$/gm)];
    return fields
      .filter(([, , type]) => !modelNames.has(type))
      .map(([, name, , mark, rest]) => {
        const column = /@map\("(\w+)"\)/.exec(rest!)?.[1] ?? name;
        return `${table}.${column}${mark === '?' ? '?' : ''}`;
      });
  });
}
