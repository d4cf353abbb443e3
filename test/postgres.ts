import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { administer, databaseUrl, TEMPLATE_NAME } from './template-database';

export interface TestDatabase {
  readonly url: string;
  /** Cuts what is still connected and removes the database. */
  drop(): Promise<void>;
}

/**
 * A fresh database with every migration applied, on the one PostgreSQL of the test run.
 *
 *     const database = await createTestDatabase();
 *     afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template ${TEMPLATE_NAME}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}
