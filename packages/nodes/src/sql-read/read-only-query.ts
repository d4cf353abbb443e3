import type { JsonObject, JsonValue } from '@weftwork/schema';
import type pg from 'pg';
import { exactTypes, knownTypeName } from './exact-values';
import { CURSOR_PREFIX } from './sql-errors';

export interface QueryRequest {
  readonly sql: string;
  readonly params: readonly JsonValue[];
  readonly maxRows: number;
  readonly timeoutMs: number;
}

export interface QueryAnswer {
  readonly rows: JsonObject[];
  readonly columns: { name: string; type: string }[];
  readonly rowCount: number;
  readonly truncated: boolean;
}

const BATCH_ROWS = 1000;
/** More text than this would fill memory and no page could show it; what follows is cut off as if by `maxRows`. */
const MAX_RESULT_CHARS = 64 * 1024 * 1024;

/**
 * Runs one query in a READ ONLY transaction that is always rolled back. The query goes through the extended protocol
 * as the body of a cursor: a second statement, COPY, DDL, SELECT INTO and writing CTEs are no longer well formed then.
 */
export async function runReadOnlyQuery(client: pg.ClientBase, request: QueryRequest): Promise<QueryAnswer> {
  await client.query(openTransaction(request.timeoutMs));
  try {
    await client.query({
      text: CURSOR_PREFIX + request.sql,
      values: request.params.map(bindable),
      // Without it a query without parameters would go as a simple one, which may hold several statements.
      queryMode: 'extended',
    } as pg.QueryConfig);
    return await fetchRows(client, request.maxRows);
  } finally {
    // Undoes what settings a function may have changed, and lets go of locks that outlive a transaction.
    await client.query('ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()');
  }
}

/** The role of a superuser would read files and run programs, which no READ ONLY transaction forbids. */
const DROP_SUPERUSER = `DO $$ BEGIN
  IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
    SET LOCAL ROLE pg_read_all_data;
  END IF;
END $$`;

function openTransaction(timeoutMs: number): string {
  const timeout = Math.max(1, Math.min(Math.ceil(timeoutMs), 2_147_483_647));
  return [
    'BEGIN READ ONLY',
    `SET LOCAL statement_timeout = ${timeout}`,
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'iso_8601'",
    "SET LOCAL bytea_output = 'hex'",
    'SET LOCAL extra_float_digits = 1',
    // All rows are wanted, not the first ones soon: the plan of a plain query.
    'SET LOCAL cursor_tuple_fraction = 1',
    DROP_SUPERUSER,
  ].join('; ');
}

/** The driver writes arrays as PostgreSQL arrays and objects as JSON; numbers must not become exponents of their own. */
function bindable(value: JsonValue): unknown {
  return typeof value === 'number' ? String(value) : value;
}

async function fetchRows(client: pg.ClientBase, maxRows: number): Promise<QueryAnswer> {
  const rows: JsonObject[] = [];
  let fields: pg.FieldDef[] = [];
  let names: string[] = [];
  let chars = 0;
  let truncated = false;
  for (;;) {
    // One row more than asked tells whether there are more.
    const wanted = Math.min(BATCH_ROWS, maxRows + 1 - rows.length);
    const batch = await client.query<JsonValue[]>({
      text: `FETCH ${wanted} FROM weftwork_read`,
      rowMode: 'array',
      types: exactTypes,
    });
    if (fields.length === 0) {
      fields = batch.fields;
      names = uniqueNames(fields);
    }
    for (const row of batch.rows) {
      truncated = rows.length === maxRows || chars > MAX_RESULT_CHARS;
      if (truncated) break;
      for (const value of row) if (typeof value === 'string') chars += value.length;
      rows.push(Object.fromEntries(row.map((value, index) => [names[index]!, value])));
    }
    if (truncated || batch.rows.length < wanted) break;
  }
  const types = await typeNames(client, fields);
  const columns = names.map((name, index) => ({ name, type: types[index]! }));
  return { rows, columns, rowCount: rows.length, truncated };
}

/** Columns become keys, so a name that comes twice is counted: `id`, `id_2`. */
function uniqueNames(fields: readonly pg.FieldDef[]): string[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    let name = field.name;
    for (let count = 2; taken.has(name); count++) name = `${field.name}_${count}`;
    taken.add(name);
    return name;
  });
}

async function typeNames(client: pg.ClientBase, fields: readonly pg.FieldDef[]): Promise<string[]> {
  const unknown = fields.map((field) => field.dataTypeID).filter((oid) => knownTypeName(oid) === undefined);
  const found = new Map<number, string>();
  if (unknown.length > 0) {
    const sql =
      'SELECT oid::int8::text AS oid, typname::text AS name FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])';
    const { rows } = await client.query<{ oid: string; name: string }>(sql, [unknown]);
    for (const row of rows) found.set(Number(row.oid), row.name);
  }
  return fields.map(({ dataTypeID: oid }) => knownTypeName(oid) ?? found.get(oid) ?? 'unknown');
}
