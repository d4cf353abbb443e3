import { migrate } from '@weftwork/store';
import { Client } from 'pg';

/** Copied by every test that wants a database: `CREATE DATABASE … TEMPLATE` is far quicker than migrating. */
export const TEMPLATE_NAME = 'weftwork_template';

export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  await administer(serverUrl, `create database ${TEMPLATE_NAME}`);
  await migrate(databaseUrl(serverUrl, TEMPLATE_NAME));
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One statement that cannot run inside the database it is about. */
export async function administer(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
