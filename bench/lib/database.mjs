/** What the embedded PostgreSQL tells about its own work. */

export async function walBytes(client) {
  const { rows } = await client.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`);
  return rows[0].bytes;
}

/**
 * The number of the next writing transaction: a difference of two is how many commits wrote something. Exact at once,
 * while the statistics views lag by up to a second. Reading takes no number.
 */
export async function writingTransactions(client) {
  const { rows } = await client.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS next');
  return rows[0].next;
}
