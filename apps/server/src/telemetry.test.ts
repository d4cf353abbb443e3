import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOtlpReceiver } from '@weftwork/telemetry/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from './service';
import { parseSettings } from './settings';

const CALLER = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;

let home: string;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let target: Server;
let service: Service;
const received: (string | undefined)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-telemetry-'));
  receiver = await startOtlpReceiver();
  target = createServer((request, response) => {
    received.push(request.headers.traceparent as string | undefined);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => target.listen(0, '127.0.0.1', listening));
  const settings = parseSettings(['--port', '0', '--home', home, '--no-open'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    WEFTWORK_HTTP_ALLOW: '127.0.0.1',
  });
  if (settings === 'help') throw new Error('not asked for');
  service = await startService({ settings: { ...settings, studio: false } });
});

afterAll(async () => {
  await service?.stop({ graceMs: 0 });
  await receiver?.close();
  target?.close();
  await rm(home, { recursive: true, force: true });
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { id: string; status: string; errors?: unknown };
}

async function publish(id: string, nodes: object[]): Promise<void> {
  const ids = ['start', ...nodes.map((node) => (node as { id: string }).id), 'output'];
  const graph = {
    id,
    name: id,
    nodes: [
      { id: 'start', type: 'start', name: 'start', config: {} },
      ...nodes,
      { id: 'output', type: 'output', name: 'output', config: { value: {} } },
    ],
    edges: ids.slice(1).map((node, index) => ({ id: `e${index}`, source: ids[index], target: node })),
  };
  await post('/workflows', { graph });
  const published = await post(`/workflows/${id}/publish`, undefined);
  expect(published.errors).toBeUndefined();
}

describe('a service with a collector', () => {
  it('sends one trace from the caller through parent, child and call to the called', async () => {
    const { port } = target.address() as AddressInfo;
    const call = { method: 'GET', url: `http://127.0.0.1:${port}/`, expect: '2xx' };
    await publish('traced_child', [{ id: 'call', type: 'http', name: 'call', config: call }]);
    const config = { workflowId: 'traced_child', input: {} };
    await publish('traced', [{ id: 'sub', type: 'subworkflow', name: 'sub', config }]);
    const run = await post('/runs?wait=20', { workflowId: 'traced', input: {} }, { traceparent: CALLER });
    expect(run.status).toBe('completed');

    await service.stop({ graceMs: 1000 });
    expect([...receiver.paths]).toEqual(['/v1/traces']);
    const { spans } = receiver;
    const named = (name: string) => spans.find((span) => span.name === name)!;
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['c'.repeat(32)]));
    expect(named('run traced').parentSpanId).toBe('d'.repeat(16));
    expect(named('subworkflow sub').parentSpanId).toBe(named('run traced').spanId);
    expect(named('run traced_child').parentSpanId).toBe(named('subworkflow sub').spanId);
    expect(named('http call').parentSpanId).toBe(named('run traced_child').spanId);
    expect(named('http call attempt 1').parentSpanId).toBe(named('http call').spanId);
    expect(received).toEqual([`00-${'c'.repeat(32)}-${named('http call attempt 1').spanId}-01`]);
    expect(named('http call attempt 1')).toMatchObject({
      attributes: { 'weftwork.node.id': 'call', 'weftwork.run.root_id': run.id },
      resource: { 'service.name': 'weftwork-server' },
    });
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  });
});
