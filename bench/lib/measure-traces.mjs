/** What traces cost: w1 on one server that walks its runs itself, without a collector and with one beside it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { agent, closedLoop, httpJson } from '../peers/lib/load.mjs';
import { cpuSeconds } from '../peers/lib/proc.mjs';
import { chain } from './workflows.mjs';

const CALLERS = 16;
const WARM_SECONDS = 3;

/** Takes what it is sent and counts the bytes. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bytes: () => bytes,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** `rounds` of each, in turns, so that what else the machine does meets all alike. The calmest round counts. */
export async function measureTraces(cluster, { seconds, rounds }) {
  const collector = await startCollector();
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const ways = [
    ['off', {}],
    ['1 of 10', { ...on, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }],
    ['all', on],
  ];
  await cluster.publish(chain('w1', 10));
  const rows = new Map(ways.map(([way]) => [way, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, env] of ways) {
      const server = await cluster.startServer({ RUNTIME_MODE: 'inline', ...env });
      rows.get(way).push(await load(cluster, server, collector, seconds));
      cluster.servers.pop();
      await server.end();
    }
  }
  collector.close();
  return ways.map(([way]) => ({ way, ...best(rows.get(way)) }));
}

const best = (rows) => rows.reduce((least, row) => (row.cpuMs < least.cpuMs ? row : least));

async function load(cluster, server, collector, seconds) {
  const connections = agent(CALLERS);
  const request = {
    url: `${server.url}/api/v1/runs?wait=30`,
    headers: { authorization: `Bearer ${cluster.token}` },
    body: { workflowId: 'w1', input: { n: 1 } },
  };
  const runOnce = async () => {
    const { status, json } = await httpJson(connections, request);
    if (status !== 200 || json.output?.n !== 11) throw new Error(`A run answered ${status}`);
  };
  await closedLoop(runOnce, { conc: CALLERS, seconds: WARM_SECONDS });
  const cpu = cpuSeconds([server.pid]);
  const sent = collector.bytes();
  const { runs, runsPerSec, errors } = await closedLoop(runOnce, { conc: CALLERS, seconds });
  connections.destroy();
  return {
    runsPerSec,
    errors,
    cpuMs: (1000 * (cpuSeconds([server.pid]) - cpu)) / runs,
    sentBytes: (collector.bytes() - sent) / runs,
  };
}
