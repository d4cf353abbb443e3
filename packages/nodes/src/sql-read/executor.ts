import type { ExecutionContext, NodeExecutor } from '@weftwork/runtime';
import { type JsonObject, type JsonValue, nodeResult } from '@weftwork/schema';
import type pg from 'pg';
import type { SqlConnections } from './connections';
import { type QueryRequest, runReadOnlyQuery } from './read-only-query';
import { assertReadsOnly, sqlError } from './sql-errors';

/** Runs one query that changes nothing, with its values bound. */
export function createSqlReadExecutor(connections: SqlConnections): NodeExecutor {
  return {
    async execute(config, ctx) {
      // Resolved from a config that the definition's schema accepted.
      const connection = config.connection as string;
      const request = queryRequest(config, ctx);
      assertReadsOnly(request.sql);
      try {
        const answer = await withClient(connections, connection, ctx.signal, (client) =>
          runReadOnlyQuery(client, request),
        );
        return nodeResult({ ...answer }, { metadata: { connection } });
      } catch (error) {
        throw sqlError(error, request.sql, connection, ctx.signal);
      }
    },
  };
}

function queryRequest(config: JsonObject, ctx: ExecutionContext): QueryRequest {
  return {
    sql: config.sql as string,
    params: (config.params ?? []) as JsonValue[],
    maxRows: (config.maxRows ?? 1000) as number,
    timeoutMs: ctx.timeoutMs,
  };
}

async function withClient<Answer>(
  connections: SqlConnections,
  name: string,
  signal: AbortSignal,
  use: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  const client = await connections.pool(name).connect();
  // The query rejects when the connection breaks; the event itself must find a listener all the same.
  const ignore = () => {};
  client.on('error', ignore);
  const stop = () => void stopQuery(connections, name, client);
  signal.addEventListener('abort', stop, { once: true });
  let broken = true;
  try {
    signal.throwIfAborted();
    const answer = await use(client);
    broken = false;
    return answer;
  } finally {
    signal.removeEventListener('abort', stop);
    client.removeListener('error', ignore);
    // After a failure its state is not worth guessing: a fresh connection costs a few milliseconds.
    client.release(broken);
  }
}

/** Asks the server to end what the connection runs; otherwise it would go on until its own time limit. */
async function stopQuery(connections: SqlConnections, name: string, client: pg.PoolClient): Promise<void> {
  const { processID } = client as unknown as { processID: number | null }; // not in the driver's published types
  const other = connections.single(name);
  other.on('error', () => {});
  try {
    await other.connect();
    await other.query('SELECT pg_catalog.pg_cancel_backend($1)', [processID]);
  } catch {
    // The server cannot be reached: its own time limit remains.
  } finally {
    await other.end().catch(() => {});
  }
}
