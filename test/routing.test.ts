import { type JsonObject, type NodeResult, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { endings, useTestRuntime } from './support/test-runtime';

const start = useTestRuntime();

const inc = (from: string) => ({ config: { value: { n: `{{ nodes.${from}.data.n + 1 }}` } } });

it('runs a chain and yields the output', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>a a>b b>output', {
      a: inc('start'),
      b: inc('a'),
      output: { config: { value: { n: '{{ nodes.b.data.n }}' } } },
    }),
  );
  const run = await t.run(id, { n: 0 });
  expect(run.status).toBe('completed');
  expect(run.output).toEqual({ n: 2 });
  expect(run.events.map((event) => event.type)).toEqual([
    'run.queued',
    'run.started',
    ...['start', 'a', 'b', 'output'].flatMap(() => ['node.started', 'node.completed']),
    'run.completed',
  ]);
  expect(run.lastSeq).toBe(11);
});

it.each([
  ['B01 true', { yes: true }, ['t completed', 'M completed']],
  ['B01 false', { yes: false }, ['t skipped', 'M completed']],
])('runs a join when one branch was skipped: %s', async (_, input: JsonObject, wanted) => {
  const t = await start();
  const id = await t.publish(drawGraph('start>c c.yes>t c.else>M t>M M>output'));
  const run = await t.run(id, input);
  expect(run.status).toBe('completed');
  expect(endings(run)).toEqual(expect.arrayContaining(wanted));
  expect(endings(run).filter((line) => line.startsWith('M '))).toHaveLength(1);
});

it('executes effects and hands their results on', async () => {
  const t = await start({ executors: { http: async (config) => nodeResult({ url: config.url ?? null }) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>h2 h2>output', {
      output: { config: { value: { u: '{{ nodes.h2.data.url }}' } } },
    }),
  );
  const run = await t.run(id);
  expect(run.status).toBe('completed');
  expect(run.output).toEqual({ u: 'http://127.0.0.1/h2' });
});

it('waits for a person and goes on with the answer', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: 'ok?' } },
      output: { config: { value: { by: '{{ nodes.ask.data.by }}' } } },
    }),
  );
  const waiting = await t.run(id);
  expect(waiting.status).toBe('awaiting_input');
  expect(waiting.waitReason).toBe('approval');
  await t.answer(waiting.id, 'ask~~1', { decision: 'approved' });
  const run = await t.ended(waiting.id);
  expect(run.output).toEqual({ by: 'ann' });
});

it('runs a sub-workflow and takes its output', async () => {
  const t = await start();
  const child = await t.publish(
    drawGraph('start>output', { output: { config: { value: { m: '{{ inputs.n + 1 }}' } } } }),
  );
  const id = await t.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: child, input: { n: '{{ inputs.n }}' } } },
      output: { config: { value: { m: '{{ nodes.sub.data.m }}' } } },
    }),
  );
  const run = await t.run(id, { n: 41 });
  expect(run.output).toEqual({ m: 42 });
});

it('a run in which no output ran completes empty, with a warning', async () => {
  const t = await start();
  const id = await t.publish(drawGraph('start>c c.yes>output'));
  const run = await t.run(id, { yes: false });
  expect(run).toMatchObject({ status: 'completed', output: {}, warnings: [{ code: 'NO_OUTPUT' }] });
});

it('B04 an any-join runs on with the first arrival, once, and the run ends with the last', async () => {
  const later: (() => void)[] = [];
  const http = (config: JsonObject) =>
    new Promise<NodeResult>((resolve) => {
      const answer = () => resolve(nodeResult({ url: config.url ?? null }));
      if (config.url === 'http://127.0.0.1/h2') answer();
      else later.push(answer);
    });
  const t = await start({ executors: { http } });
  const id = await t.publish(
    drawGraph('start>h1,h2,h3 h1>M h2>M h3>M M>a a>output', {
      M: { config: { mode: 'any' } },
      a: { config: { value: { first: '{{ nodes.M.data.url }}' } } },
      output: { config: { value: { first: '{{ nodes.a.data.first }}' } } },
    }),
  );
  const running = t.run(id);
  const runId = await t.newest(id);
  await t.until(runId, ({ events }) => endings({ events }).includes('output completed'));
  for (const answer of later) answer();
  const run = await running;
  expect(run.output).toEqual({ first: 'http://127.0.0.1/h2' });
  expect(endings(run).filter((line) => /^[Ma] /.test(line))).toEqual(['M completed', 'a completed']);
  expect(endings(run).slice(-2).sort()).toEqual(['h1 completed', 'h3 completed']);
});

it('B14 a path into a branch that was not taken reads null', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>c c.yes>a c.else>b a>M b>M M>t t>output', {
      t: { config: { value: { a: '{{ nodes.a.data.at }}', b: '{{ nodes.b.data.at }}' } } },
      output: { config: { value: { seen: '{{ nodes.t.data }}' } } },
    }),
  );
  expect((await t.run(id, { yes: false })).output).toEqual({ seen: { a: null, b: 'b' } });
  expect((await t.run(id, { yes: true })).output).toEqual({ seen: { a: 'a', b: null } });
});

it.each([
  [true, true, 'yes'],
  [true, 'true', 'else'],
  ['true', true, 'else'],
  ['true', 'true', 'yes'],
])('B19 a condition asks whether %j of a code node equals %j: %s', async (ok, right, wanted) => {
  const t = await start();
  const when = { left: '{{ nodes.x1.data.ok }}', op: 'eq', right };
  const code = { language: 'javascript', source: 'function main(input) { return input; }' };
  const id = await t.publish(
    drawGraph('start>x1 x1>c c.yes>yes c.else>else yes>M else>M M>output', {
      x1: { config: { ...code, input: { ok } } },
      c: { config: { cases: [{ id: 'yes', when }] } },
    }),
  );
  expect(endings(await t.run(id))).toContain(`${wanted} completed`);
});
