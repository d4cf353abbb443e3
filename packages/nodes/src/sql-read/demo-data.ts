import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';

const SCHEMA = 'weftwork_demo';

/** 4 regions x 3 products x 6 months; the figures follow from their places, so that every installation has the same. */
const FILL = `
  INSERT INTO ${SCHEMA}.sales (region, month, product, units, amount)
  SELECT region, month::date, product, units, round(units * price * (1 + 0.01 * (r - 1)), 2)
  FROM (
    SELECT *, 60 + (r * 47 + p * 31 + m * 17 + r * p * m * 5) % 120 + m * 6 AS units
    FROM unnest(ARRAY['华东', '华南', '华北', '西南']) WITH ORDINALITY AS regions(region, r)
    CROSS JOIN unnest(ARRAY['纯电轿车', '插混 SUV', '储能电池'], ARRAY[168000.00, 215500.00, 42800.50])
      WITH ORDINALITY AS products(product, price, p)
    CROSS JOIN unnest(ARRAY['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'])
      WITH ORDINALITY AS months(month, m)
  ) AS figures
  ORDER BY m, r, p`;

/**
 * Makes the demo table `sales` and a role that may log in and read it and nothing else, where they are missing, and
 * answers the URL of that role. Harmless to call at each start and from several processes. The role's password follows
 * from the owner's, so that every process of an installation knows it and none has to store it.
 */
export async function prepareDemoData(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const reader = readerOf(ownerUrl, client);
    if (!(await isPrepared(client, reader))) await prepare(client, reader);
    return reader.url;
  } finally {
    await client.end();
  }
}

interface Reader {
  readonly role: string;
  readonly password: string;
  readonly url: string;
  /** Stands in the comment of the schema: tells whether role and table belong to this owner and release. */
  readonly mark: string;
}

function readerOf(ownerUrl: string, client: pg.Client): Reader {
  const { database = '', user = '', password } = client;
  const digest = (text: string) =>
    createHmac('sha256', password ?? '')
      .update(text)
      .digest('hex');
  // Roles belong to the whole server, so each database of each owner has its own.
  const role = `${SCHEMA}_${createHash('sha256').update(`${user}/${database}`).digest('hex').slice(0, 12)}`;
  const secret = digest(`${role} reads the demo data`);
  const mark = createHash('sha256').update(`1 ${secret}`).digest('hex').slice(0, 16);
  return {
    role,
    password: secret,
    url: readerUrl(ownerUrl, role, secret),
    mark: `Demo data of Weftwork, ${mark}`,
  };
}

/** The owner's address with another user; whatever the owner is called must not be left anywhere in it. */
export function readerUrl(ownerUrl: string, role: string, password: string): string {
  // A URL without a host cannot hold a user; a socket stands in `host=` and outweighs the name.
  const url = new URL(ownerUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?(?=[/?]|$)/, '$1localhost'));
  url.username = role;
  url.password = password;
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  return url.href;
}

async function isPrepared(client: pg.Client, reader: Reader): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean | null }>(
    `SELECT obj_description(to_regnamespace($1), 'pg_namespace') = $2
        AND EXISTS (SELECT FROM pg_roles WHERE rolname = $3) AS ready`,
    [SCHEMA, reader.mark, reader.role],
  );
  return rows[0]?.ready === true;
}

async function prepare(client: pg.Client, { role, password, mark }: Reader): Promise<void> {
  const database = pg.escapeIdentifier(client.database ?? '');
  await client.query(`
    BEGIN;
    SELECT pg_advisory_xact_lock(hashtext('${SCHEMA}'));
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role}; END IF;
    END $$;
    ALTER ROLE ${role} LOGIN NOINHERIT NOCREATEDB NOCREATEROLE PASSWORD '${password}';
    ALTER ROLE ${role} SET default_transaction_read_only = on;
    ALTER ROLE ${role} SET search_path = ${SCHEMA};
    DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE;
    CREATE SCHEMA ${SCHEMA};
    CREATE TABLE ${SCHEMA}.sales (region text, month date, product text, units int, amount numeric);
    ${FILL};
    GRANT CONNECT ON DATABASE ${database} TO ${role};
    GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role};
    GRANT SELECT ON ${SCHEMA}.sales TO ${role};
    COMMENT ON SCHEMA ${SCHEMA} IS '${mark}';
    COMMIT;
  `);
}
