import type { Pool, PoolClient } from 'pg';
import { isContention, isRetryable, isUnavailable, storageUnavailable } from './database-errors';

const ATTEMPTS = 8;

/**
 * Runs `work` in a transaction and again after a deadlock. An unreachable database is `STORAGE_UNAVAILABLE`; then it is
 * not known whether the transaction stands.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect().catch((error) => {
      throw storageUnavailable(error);
    });
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = await rollback(client);
      if (isRetryable(error) && attempt < ATTEMPTS) continue;
      throw isUnavailable(error) || isContention(error) ? storageUnavailable(error) : error;
    } finally {
      client.release(broken);
    }
  }
}

async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** One statement by itself; the same errors as `inTransaction`. */
export async function inStatement<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (isRetryable(error) && attempt < ATTEMPTS) continue;
      throw isUnavailable(error) || isContention(error) ? storageUnavailable(error) : error;
    }
  }
}
