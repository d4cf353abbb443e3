/**
 * A run counts when its terminal event can be read back. Of each cell some runs are kept by chance and looked up
 * over a new database connection and a new connection to the API.
 */
import http from 'node:http';
import { call, withDatabase } from './service.mjs';

const SAMPLE = 40;

export function createReadBack(databaseUrl) {
  let seen = 0;
  let kept = [];

  return {
    note(run) {
      seen += 1;
      if (kept.length < SAMPLE) kept.push(run);
      else if (Math.random() * seen < SAMPLE) kept[Math.floor(Math.random() * SAMPLE)] = run;
    },

    /** Looks up what was kept since the last time. */
    async verify() {
      const runs = kept;
      kept = [];
      seen = 0;
      const problems = [...(await inDatabase(databaseUrl, runs)), ...(await overApi(runs))];
      return {
        checked: runs.length,
        missing: problems.length,
        ...(problems.length > 0 ? { error: problems[0] } : {}),
      };
    },
  };
}

const LAST_EVENT = `SELECT DISTINCT ON (run_id) run_id, seq, type FROM run_events
  WHERE run_id = ANY ($1::uuid[]) ORDER BY run_id, seq DESC`;

async function inDatabase(url, runs) {
  const { rows } = await withDatabase(url, (client) => client.query(LAST_EVENT, [runs.map(({ id }) => id)]));
  const last = new Map(rows.map((row) => [row.run_id, row]));
  return runs.flatMap(({ id, lastSeq }) => {
    const event = last.get(id);
    const stands = event?.type === 'run.completed' && Number(event.seq) === lastSeq;
    return stands ? [] : [`The database has no terminal event of run ${id}.`];
  });
}

async function overApi(runs) {
  const agent = new http.Agent({ keepAlive: false });
  const problems = [];
  for (const { id, lastSeq } of runs) {
    const run = await call(agent, 'GET', `/runs/${id}`);
    if (run.status !== 'completed' || run.lastSeq !== lastSeq)
      problems.push(`The API does not show run ${id} completed.`);
  }
  return problems;
}
