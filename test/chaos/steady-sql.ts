import { setTimeout as pause } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';

/** A session that outlives restarts of the database: what fails is asked again on a new connection. */
export interface SteadySql {
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export function createSteadySql(url: string): SteadySql {
  let client: Client | undefined;

  async function connected(): Promise<Client> {
    if (client) return client;
    const fresh = new Client({
      connectionString: url,
      application_name: 'chaos',
      connectionTimeoutMillis: 2_000,
    });
    fresh.on('error', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  return {
    async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return (await (await connected()).query<Row>(text, [...values])).rows;
        } catch (error) {
          client?.end().catch(() => {});
          client = undefined;
          if (attempt === 100) throw error;
          await pause(200);
        }
      }
    },
    async close() {
      await client?.end().catch(() => {});
    },
  };
}
