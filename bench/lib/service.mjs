/** The real service as its users start it, and the few calls of its API that a measurement needs. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { httpJson } from '../peers/lib/load.mjs';
import { sleep, start, stop } from '../peers/lib/proc.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'a-token-for-the-bench';
export const PORT = 18150;
export const ORIGIN = `http://127.0.0.1:${PORT}`;
export const HEADERS = { authorization: `Bearer ${TOKEN}` };
export const ECHO_PORT = 18080;
export const ECHO = `http://127.0.0.1:${ECHO_PORT}/`;
const READY_MS = 60_000;

/** Spawns the service and waits until it answers. `nodeArgs` go to Node, for profiles. */
export async function startService({ home, log, nodeArgs = [], env = {} }) {
  const spawnedAt = performance.now();
  const child = start(process.execPath, [...nodeArgs, join(ROOT, 'apps/server/dist/main.mjs'), '--no-open'], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PORT: String(PORT),
      WEFTWORK_HOME: home,
      WEFTWORK_TOKEN: TOKEN,
      WEFTWORK_HTTP_ALLOW: `127.0.0.1:${ECHO_PORT}`,
      DATABASE_URL: '',
      ...env,
    },
    log,
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  while (!(await answers(agent))) {
    if (child.exitCode !== null) throw new Error(`The service ended at its start; ${log} says why.`);
    if (performance.now() - spawnedAt > READY_MS) throw new Error(`The service does not answer; see ${log}.`);
    await sleep(5);
  }
  return {
    child,
    spawnedAt,
    readyMs: performance.now() - spawnedAt,
    databasePid: Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    databaseUrl: databaseUrlOf(home),
    agent,
    async stop() {
      agent.destroy();
      await stop(child, 'SIGTERM', 20_000);
    },
  };
}

async function answers(agent) {
  const answer = await httpJson(agent, { url: `${ORIGIN}/api/v1/health`, method: 'GET' }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}

function databaseUrlOf(home) {
  const read = (name) => readFileSync(join(home, name), 'utf8').trim();
  return `postgres://weftwork:${encodeURIComponent(read('postgres.password'))}@127.0.0.1:${read('postgres.port')}/weftwork`;
}

export async function call(agent, method, path, body, timeoutMs = 120_000) {
  const request = { url: `${ORIGIN}/api/v1${path}`, method, headers: HEADERS, body };
  const answer = await httpJson(agent, request, timeoutMs);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 600)}`);
  return answer.json;
}

/** Creates and publishes a graph under its own id. */
export async function publish(agent, graph) {
  await call(agent, 'POST', '/workflows', { graph });
  await call(agent, 'POST', `/workflows/${graph.id}/publish`, {});
}

/** The request that starts a run and waits for its end. */
export const runRequest = (workflowId, input) => ({
  url: `${ORIGIN}/api/v1/runs?wait=30`,
  headers: HEADERS,
  body: { workflowId, input },
});

export async function runOnce(agent, workflowId, input) {
  const answer = await httpJson(agent, runRequest(workflowId, input));
  if (answer.status !== 200 || answer.json.status !== 'completed') {
    throw new Error(`A run of ${workflowId} ended oddly: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  return answer.json;
}

export async function withDatabase(url, work) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the query that fails says so
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
