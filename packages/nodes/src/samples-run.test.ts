import { fileURLToPath } from 'node:url';
import { validateAgainst } from '@weftwork/runtime';
import { createSandbox, type Sandbox } from '@weftwork/sandbox';
import type { RunEvent } from '@weftwork/schema';
import { listSamples, loadSampleGraph } from '@weftwork/schema/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import {
  createTestRuntime,
  type FinishedRun,
  type TestRuntime,
  WORKSPACE,
} from '../../../test/support/test-runtime';
import { buildSandboxChild } from '../../sandbox/src/build-child';
import { createNodeServices, type NodeServices } from './node-services';
import { prepareDemoData } from './sql-read/demo-data';

let database: TestDatabase;
let sandbox: Sandbox;
let nodes: NodeServices;
let test: TestRuntime;

beforeAll(async () => {
  database = await createTestDatabase();
  sandbox = createSandbox({ childPath: await buildSandboxChild(), poolSize: 1 });
  const demoUrl = await prepareDemoData(database.url);
  nodes = createNodeServices({ env: {}, sandbox, demoUrl, validate: validateAgainst });
  const executors = Object.fromEntries(
    Object.entries(nodes.implementations).flatMap(([type, { executor }]) =>
      executor ? [[type, executor.execute.bind(executor)]] : [],
    ),
  );
  test = await createTestRuntime({ executors });
  for (const { name } of listSamples()) {
    const graph = loadSampleGraph(name);
    await test.publish(graph, graph.id);
  }
});
afterAll(async () => {
  await test.close();
  await Promise.all([nodes.close(), sandbox.close()]);
  await database.drop();
});

async function runToTheEnd(name: string): Promise<FinishedRun> {
  const run = await test.run(loadSampleGraph(name).id);
  if (run.status !== 'awaiting_input') return run;
  const [gate] = await test.store.reader.listGates(WORKSPACE, { runId: run.id, status: 'open' }, 1);
  if (gate!.signal) await sendPayment(gate!.signal);
  else await approve(run.id, gate!.stepId);
  for (;;) {
    const next = await test.settled(run.id);
    if (next.status !== 'awaiting_input') return next;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function sendPayment(signal: { name: string; key: string }): Promise<void> {
  await test.runtime.sendSignal({ workspaceId: WORKSPACE, by: 'test', ...signal, payload: { amount: 42 } });
}

async function approve(runId: string, stepId: string): Promise<void> {
  await test.runtime.answerGate({
    workspaceId: WORKSPACE,
    runId,
    by: 'test',
    stepId,
    decision: 'approved',
    comment: null,
  });
}

/** Type, place and handle of an event. */
function summary({ type, nodeId, iterationPath, data }: RunEvent): string {
  const path = iterationPath?.length ? `[${iterationPath.join('.')}]` : '';
  const handle = 'handle' in data && data.handle !== undefined ? ` (${data.handle})` : '';
  return nodeId === undefined ? type : `${type} ${nodeId}${path}${handle}`;
}

/** What `samples/expected/` holds: the output, and the events where no two steps run at the same time. */
function outcome({ output, events }: FinishedRun, ordered: boolean): string {
  const shown = { output, ...(ordered ? { events: events.map(summary) } : {}) };
  const text = JSON.stringify(
    shown,
    (key, value) => (key === 'artifactId' || key === 'path' ? '…' : value),
    2,
  );
  return `${text}\n`;
}

const PARALLEL = ['report_generation'];

describe('each sample, run with the defaults of its input', () => {
  it.each(listSamples().map(({ name }) => name))('%s', async (name) => {
    const run = await runToTheEnd(name);
    expect({ status: run.status, error: run.error, warnings: run.warnings }).toEqual({
      status: 'completed',
      error: undefined,
      warnings: [],
    });
    const file = new URL(`../../../samples/expected/${name}.json`, import.meta.url);
    await expect(outcome(run, !PARALLEL.includes(name))).toMatchFileSnapshot(fileURLToPath(file));
  });

  it('report_generation leaves the report as a file', async () => {
    const run = await runToTheEnd('report_generation');
    const artifacts = await test.store.reader.listArtifacts(WORKSPACE, run.id);
    expect(artifacts.map(({ name, mimeType }) => [name, mimeType])).toContainEqual([
      '专题报告.md',
      'text/markdown',
    ]);
    const report = artifacts.find(({ name }) => name === '专题报告.md');
    const bytes = await test.store.blobs.get(report!.sha256);
    const markdown = new TextDecoder().decode(bytes);
    expect(markdown).toMatch(/^# 新能源汽车 2026 上半年\n/);
    expect(markdown.match(/^## .+$/gm)).toEqual([
      '## 背景与现状',
      '## 数据观察',
      '## 机遇与风险',
      '## 附：销售数据',
    ]);
    expect(markdown).toContain('| 地区 | 销量 | 金额 |');
  });
});
