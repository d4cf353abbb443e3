import { createServer } from 'node:net';
import type { JsonObject, JsonValue } from '@weftwork/schema';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres';
import { failureOf } from '../../../../test/support/failure-of';
import { createFakeContext } from '../shared/fake-context';
import { createSqlConnections, type SqlConnections } from './connections';
import { prepareDemoData, readerUrl } from './demo-data';
import { createSqlReadExecutor } from './executor';

let database: TestDatabase;
let connections: SqlConnections;

beforeAll(async () => {
  database = await createTestDatabase();
  const demoUrl = await prepareDemoData(database.url);
  connections = createSqlConnections({
    demoUrl,
    env: {
      WEFTWORK_CONNECTION_OWNER: database.url,
      WEFTWORK_CONNECTION_GONE: 'postgresql://nobody:secret@127.0.0.1:9/none',
      WEFTWORK_CONNECTION_OTHER_KIND: 'mysql://127.0.0.1/none',
    },
  });
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

async function read(
  sql: string,
  options: {
    params?: JsonValue[];
    maxRows?: number;
    connection?: string;
    timeoutMs?: number;
    signal?: AbortSignal;
  } = {},
): Promise<JsonObject> {
  const { params = [], maxRows = 1000, connection = 'demo', ...context } = options;
  const executor = createSqlReadExecutor(connections);
  return (await executor.execute({ connection, sql, params, maxRows }, createFakeContext(context))).data;
}

async function writeAsOwner(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('the demo connection', () => {
  it('has 72 rows of sales, and the same on every installation', async () => {
    const data = await read(
      'SELECT region, sum(units)::int AS units FROM sales GROUP BY region ORDER BY region',
    );
    expect(data.rows).toEqual([
      { region: '华东', units: expect.any(Number) },
      { region: '华北', units: expect.any(Number) },
      { region: '华南', units: expect.any(Number) },
      { region: '西南', units: expect.any(Number) },
    ]);
    expect(data).toMatchObject({
      columns: [
        { name: 'region', type: 'text' },
        { name: 'units', type: 'int4' },
      ],
      rowCount: 4,
      truncated: false,
    });
    expect(
      (await read('SELECT count(*)::int AS n, sum(amount) AS total FROM sales')).rows,
    ).toMatchInlineSnapshot(`
      [
        {
          "n": 72,
          "total": "1439362391.16",
        },
      ]
    `);
  });

  it('is prepared once and stays as it is', async () => {
    const before = await writeAsOwner("SELECT 'weftwork_demo.sales'::regclass::oid AS oid");
    const urls = await Promise.all([prepareDemoData(database.url), prepareDemoData(database.url)]);
    const after = await writeAsOwner("SELECT 'weftwork_demo.sales'::regclass::oid AS oid");
    expect(after.rows).toEqual(before.rows);
    expect(new Set(urls).size).toBe(1);
  });

  it.each([
    [
      'postgresql://owner:secret@db:5432/app?sslmode=require',
      'postgresql://reader:pw@db:5432/app?sslmode=require',
    ],
    ['postgres://db/app?user=owner&password=secret', 'postgres://reader:pw@db/app'],
    [
      'postgresql:///app?host=/run/postgresql',
      'postgresql://reader:pw@localhost/app?host=%2Frun%2Fpostgresql',
    ],
    ['postgresql://owner:secret@/app', 'postgresql://reader:pw@localhost/app'],
  ])('reaches %s as its own reader', (ownerUrl, expected) => {
    expect(decodeURIComponent(readerUrl(ownerUrl, 'reader', 'pw'))).toBe(decodeURIComponent(expected));
  });

  it('sees no other table', async () => {
    await writeAsOwner('CREATE TABLE public.private_notes (note text)');
    expect(await failureOf(read('SELECT * FROM public.private_notes'))).toMatchObject({
      code: 'SQL_READ_ONLY',
    });
  });
});

describe('values', () => {
  it('B62 binds each parameter as it is', async () => {
    const params = ['a,b', '$$;delete', "'$1'", '华东', null, 3, true, ['x', 'y,z'], { k: '"v"' }];
    const data = await read(
      'SELECT $1::text AS a, $2::text AS b, $3::text AS c, $4::text AS d, $5::text AS e, $6::int AS f, $7::bool AS g, $8::text[] AS h, $9::jsonb AS i',
      { params },
    );
    expect(Object.values((data.rows as JsonObject[])[0]!)).toEqual(params);
  });

  it.each(['UTC', 'Asia/Shanghai'])('B63 come back exactly with the server in %s', async (zone) => {
    await writeAsOwner(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = '${zone}'`);
    const fresh = createSqlConnections({ env: { WEFTWORK_CONNECTION_OWNER: database.url } });
    const config = {
      connection: 'owner',
      params: [],
      maxRows: 10,
      sql: `SELECT 9007199254740993::int8 AS big, 1.10::numeric AS exact, 'NaN'::numeric AS nan,
        '2026-03-08T09:00:00.123456+08:00'::timestamptz AS instant, '2026-03-08 09:00'::timestamp AS local,
        date '2026-03-08' AS day, '-infinity'::date AS never, 'infinity'::timestamptz AS always,
        '\\xdeadbeef'::bytea AS bytes, 'Infinity'::float8 AS huge, 0.1::float8 AS tenth, interval '1 day 2 hours' AS span,
        '{"n": 9007199254740993}'::jsonb AS inexact, '{"n": [1, 2.5], "e": "1e5"}'::jsonb AS tree,
        ARRAY[1, NULL]::int[] AS list, ARRAY['a,b', '"']::text[] AS texts, NULL::int AS nothing, 1 AS n, 2 AS n`,
    };
    const { data } = await createSqlReadExecutor(fresh).execute(config, createFakeContext());
    await fresh.close();
    expect(data.rows).toEqual([
      {
        big: '9007199254740993',
        exact: '1.10',
        nan: 'NaN',
        instant: '2026-03-08 01:00:00.123456+00',
        local: '2026-03-08 09:00:00',
        day: '2026-03-08',
        never: '-infinity',
        always: 'infinity',
        bytes: '\\xdeadbeef',
        huge: 'Infinity',
        tenth: 0.1,
        span: 'P1DT2H',
        inexact: '{"n": 9007199254740993}',
        tree: { n: [1, 2.5], e: '1e5' },
        list: [1, null],
        texts: ['a,b', '"'],
        nothing: null,
        n: 1,
        n_2: 2,
      },
    ]);
  });

  it.each([
    [1, 1, true],
    [71, 71, true],
    [72, 72, false],
    [100, 72, false],
  ])('cuts at %d rows', async (maxRows, rowCount, truncated) => {
    expect(await read('SELECT * FROM sales', { maxRows })).toMatchObject({ rowCount, truncated });
  });

  it('reads more rows than one fetch brings', async () => {
    const data = await read('SELECT i FROM generate_series(1, 2500) AS i', { maxRows: 2400 });
    expect(data).toMatchObject({ rowCount: 2400, truncated: true });
    expect((data.rows as JsonObject[]).at(-1)).toEqual({ i: 2400 });
  });

  it('names the columns of an empty answer and the types of the database', async () => {
    await writeAsOwner("CREATE TYPE public.mood AS ENUM ('calm')");
    const data = await read("SELECT 'calm'::public.mood AS mood, 1::int8 AS n WHERE false", {
      connection: 'owner',
    });
    expect(data).toEqual({
      rows: [],
      columns: [
        { name: 'mood', type: 'mood' },
        { name: 'n', type: 'int8' },
      ],
      rowCount: 0,
      truncated: false,
    });
  });
});

describe('SEC15 statements that do more than read', () => {
  const corpus = [
    'SELECT 1; DELETE FROM sales',
    'SELECT 1; COMMIT; DROP TABLE weftwork_demo.sales',
    'WITH gone AS (DELETE FROM weftwork_demo.sales RETURNING *) SELECT * FROM gone',
    'DELETE FROM weftwork_demo.sales',
    "COPY weftwork_demo.sales TO '/tmp/out'",
    "COPY (SELECT 1) TO PROGRAM 'id'",
    'COPY weftwork_demo.sales TO STDOUT',
    'SELECT * INTO copy_of_sales FROM weftwork_demo.sales',
    'CREATE TABLE t AS SELECT 1',
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_read_server_files FROM pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT set_config('transaction_read_only', 'off', true)",
    `SELECT U&"set\\005fconfig"('role', 'x', false)`,
    "SELECT query_to_xml('select pg_read_' || 'file(''/etc/passwd'')', true, true, '')",
    'COMMIT',
    'ROLLBACK; DELETE FROM weftwork_demo.sales',
    'set role postgres',
    'RESET ROLE',
    'DO $$ BEGIN DELETE FROM weftwork_demo.sales; END $$',
    'CALL nothing()',
    'SELECT * FROM weftwork_demo.sales FOR UPDATE',
    'LOCK TABLE weftwork_demo.sales',
    'SELECT pg_advisory_lock(1)',
    'SELECT pg_terminate_backend(1)',
    'SELECT pg_sleep(1)',
    "SELECT pg_sleep_for('1 s')",
    'VACUUM',
    'EXPLAIN ANALYZE DELETE FROM weftwork_demo.sales',
  ];
  it.each(corpus.flatMap((sql) => [['demo', sql] as const, ['owner', sql] as const]))(
    'are refused on %s: %s',
    async (connection, sql) => {
      expect(await failureOf(read(sql, { connection }))).toMatchObject({
        code: 'SQL_READ_ONLY',
        retryKinds: [],
      });
    },
  );

  it('left everything as it was', async () => {
    const { rows } = await writeAsOwner('SELECT count(*)::int AS n FROM weftwork_demo.sales');
    expect(rows).toEqual([{ n: 72 }]);
  });

  it('takes away what a superuser could do besides', async () => {
    const { rows } = await read('SELECT current_user::text AS role', { connection: 'owner' });
    expect(rows).toEqual([{ role: 'pg_read_all_data' }]);
  });

  it.each(['/* SELECT */ DELETE FROM sales', '-- SELECT\nDELETE FROM sales'])(
    'sees through a comment: %s',
    async (sql) => {
      expect(await failureOf(read(sql))).toMatchObject({ code: 'SQL_READ_ONLY' });
    },
  );
});

describe('names that only look alike', () => {
  it('are plain columns', async () => {
    const data = await read('SELECT 1 AS lo_price, 2 AS dir, 3 AS pg_file_count');
    expect(data.rows).toEqual([{ lo_price: 1, dir: 2, pg_file_count: 3 }]);
  });
});

describe('failures', () => {
  /** Counts for days, in no memory. */
  const ENDLESS = 'SELECT count(*) FROM sales a, sales b, sales c, sales d, sales e, sales f, sales g';

  it('tells where a query is wrong', async () => {
    const error = await failureOf(read('SELECT region\nFROM sale'));
    expect(error).toMatchObject({ code: 'SQL_FAILED', retryKinds: [] });
    expect(error.message).toBe('Relation "sale" does not exist. (line 2, column 6)');
  });

  it.each([
    ['SELECT 1 / 0', 'SQL_FAILED', 'sql'],
    ['SELEC 1', 'SQL_READ_ONLY', 'sql'],
    ['SELECT $1::int', 'SQL_FAILED', 'params'],
  ])('%s gives %s and leads to %s', async (sql, code, field) => {
    expect(await failureOf(read(sql))).toMatchObject({ code, extra: { field: `/config/${field}` } });
  });

  it('refuses text that the database cannot hold', async () => {
    expect(await failureOf(read('SELECT $1::text', { params: ['\0'] }))).toMatchObject({
      code: 'SQL_FAILED',
      extra: { field: '/config/params' },
    });
  });

  it('B62 ends a query at the time limit of the node', async () => {
    expect(await failureOf(read(ENDLESS, { timeoutMs: 150 }))).toMatchObject({
      code: 'NODE_TIMEOUT',
      retryKinds: ['timeout'],
    });
  });

  it('stops the query on the server when the attempt is cancelled', async () => {
    const controller = new AbortController();
    const attempt = failureOf(read(ENDLESS, { signal: controller.signal }));
    const running = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
      AND query LIKE '%weftwork_read%' AND pid <> pg_backend_pid()`;
    await expect.poll(async () => (await writeAsOwner(running)).rows).toEqual([{ n: 1 }]);
    controller.abort();
    await attempt;
    await expect.poll(async () => (await writeAsOwner(running)).rows).toEqual([{ n: 0 }]);
  });

  it.each([
    ['nowhere', 'SQL_CONNECTION_UNKNOWN', []],
    ['other-kind', 'SQL_CONNECTION_UNKNOWN', []],
    ['gone', 'SQL_CONNECTION_FAILED', ['transient']],
  ])('a connection %s gives %s', async (connection, code, retryKinds) => {
    const error = await failureOf(read('SELECT 1', { connection }));
    expect(error).toMatchObject({ code, retryKinds, extra: { field: '/config/connection' } });
    expect(error.message).not.toContain('secret');
  });

  it('calls a connection that breaks transient, and works again afterwards', async () => {
    const attempt = failureOf(read(ENDLESS));
    await expect
      .poll(async () => {
        const { rows } = await writeAsOwner(`SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'weftwork sql_read' AND state = 'active'`);
        return rows.length;
      })
      .toBe(1);
    expect(await attempt).toMatchObject({ code: 'SQL_CONNECTION_FAILED', retryKinds: ['transient'] });
    expect(await read('SELECT 1 AS n')).toMatchObject({ rows: [{ n: 1 }] });
  });

  it('calls a server that hangs up transient', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const own = createSqlConnections({
      env: { WEFTWORK_CONNECTION_X: `postgresql://u@127.0.0.1:${port}/d` },
    });
    const config = { connection: 'x', sql: 'SELECT 1', params: [], maxRows: 1 };
    expect(await failureOf(createSqlReadExecutor(own).execute(config, createFakeContext()))).toMatchObject({
      code: 'SQL_CONNECTION_FAILED',
      retryKinds: ['transient'],
    });
    await own.close();
    server.close();
  });
});
