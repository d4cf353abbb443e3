/** The floor: commits of one row by one statement, on the PostgreSQL that the service uses. */
import pg from 'pg';
import { withDatabase } from './service.mjs';

const CONNECTIONS = [1, 8];
const INSERT = { name: 'floor', text: 'INSERT INTO floor (run, node, output) VALUES ($1, $2, $3)' };

export async function measureFloor({ databaseUrl }, seconds) {
  const url = new URL(databaseUrl);
  url.pathname = '/bench_floor';
  await withDatabase(databaseUrl, async (client) => {
    await client.query('DROP DATABASE IF EXISTS bench_floor');
    await client.query('CREATE DATABASE bench_floor');
  });
  await withDatabase(url.href, (client) =>
    client.query('CREATE TABLE floor (run bigint, node integer, output text, at timestamptz DEFAULT now())'),
  );
  const perSecond = {};
  for (const connections of CONNECTIONS)
    perSecond[connections] = await insertRows(url.href, connections, seconds);
  await withDatabase(databaseUrl, (client) => client.query('DROP DATABASE bench_floor WITH (FORCE)'));
  return perSecond;
}

async function insertRows(url, connections, seconds) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  let commits = 0;
  const startedAt = performance.now();
  const insertUntilOver = async (client, run) => {
    while (performance.now() - startedAt < seconds * 1000) {
      await client.query({ ...INSERT, values: [run, commits, '{"n":1}'] });
      commits += 1;
    }
  };
  await Promise.all(clients.map(insertUntilOver));
  const elapsed = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return commits / elapsed;
}
