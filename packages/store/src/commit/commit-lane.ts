import type { Client, QueryArrayConfig } from 'pg';
import { type ConnectionSettings, connectPinned } from '../connection';

/** A connection that carries commits, made anew after it was lost. */
export interface CommitLane {
  /** Sends one prepared statement; answers its rows. Rejects with the connection's error when it is lost. */
  run(statement: { name: string; text: string; values: Buffer[] }): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

export function createCommitLane(settings: ConnectionSettings): CommitLane {
  let client: Promise<Client> | undefined;

  function connected(): Promise<Client> {
    if (client) return client;
    const forget = (): void => {
      if (client === opening) client = undefined;
    };
    const opening = connectPinned(settings, forget);
    opening.catch(forget);
    client = opening;
    return opening;
  }

  return {
    async run({ name, text, values }) {
      const query: QueryArrayConfig = { name, text, values, rowMode: 'array', types: AS_TEXT };
      const { rows } = await (await connected()).query<(string | null)[]>(query);
      return rows;
    },
    async close() {
      const open = await client?.catch(() => undefined);
      client = undefined;
      await open?.end();
    },
  };
}

/** The commit statement answers numbers and a status; the caller knows which is which. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };
