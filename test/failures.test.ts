import type { JsonObject } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { flaky, never, refused, retry } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { endings, useTestRuntime } from './support/test-runtime';

const start = useTestRuntime();
const output = (value: JsonObject) => ({ config: { value } });

it('retries what may be retried and keeps each attempt in the log', async () => {
  const t = await start({ executors: { http: flaky(2, refused) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', {
      h1: { retry: retry(3) },
      output: output({ n: '{{ nodes.h1.data.calls }}' }),
    }),
  );
  const run = await t.run(id);
  expect(run.output).toEqual({ n: 3 });
  expect(endings(run).slice(1)).toEqual(['h1 retrying', 'h1 retrying', 'h1 completed', 'output completed']);
  expect(
    run.events
      .filter((event) => event.nodeId === 'h1' && event.type === 'node.started')
      .map((e) => e.attempt),
  ).toEqual([1, 2, 3]);
});

it('a retry with backoff lets the run go and comes back', async () => {
  const t = await start({ executors: { http: flaky(1, refused) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', { h1: { retry: { ...retry(2), backoffSeconds: 0.2 } } }),
  );
  expect((await t.run(id)).status).toBe('completed');
});

it('continues with the fallback and a warning', async () => {
  const t = await start({ executors: { http: flaky(9, refused) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', {
      h1: { onError: 'continue', fallback: { calls: 0 } },
      output: output({ n: '{{ nodes.h1.data.calls }}' }),
    }),
  );
  const run = await t.run(id);
  expect(run.output).toEqual({ n: 0 });
  expect(run.warnings).toEqual([{ code: 'HTTP_FAILED', message: 'refused', nodeId: 'h1' }]);
});

it('takes the error branch with the error as data', async () => {
  const t = await start({ executors: { http: flaky(9, refused) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>output h1.error>out2', {
      h1: { onError: 'branch' },
      out2: output({ e: '{{ nodes.h1.data.error.code }}', n: '{{ nodes.h1.data.error.attempts }}' }),
    }),
  );
  expect((await t.run(id)).output).toEqual({ e: 'HTTP_FAILED', n: 1 });
});

it('an attempt that takes too long fails with NODE_TIMEOUT', async () => {
  const t = await start({ executors: { http: never } });
  const id = await t.publish(drawGraph('start>h1 h1>output', { h1: { timeoutSeconds: 1 } }));
  const run = await t.run(id);
  expect(run.error).toMatchObject({ code: 'NODE_TIMEOUT', nodeId: 'h1', field: '/timeoutSeconds' });
});

it('a run that is active too long fails with RUN_TIMEOUT and cancels what is in flight', async () => {
  const t = await start({ executors: { http: never } });
  const id = await t.publish(drawGraph('start>h1 h1>output', {}, { settings: { runTimeoutSeconds: 1 } }));
  const run = await t.run(id);
  expect(run.error).toMatchObject({ code: 'RUN_TIMEOUT' });
  expect(endings(run)).toContain('h1 cancelled');
});

it('an output that does not fit fails the run', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph(
      'start>output',
      { output: output({ n: 'text' }) },
      { outputSchema: { type: 'object', properties: { n: { type: 'number' } } } },
    ),
  );
  expect((await t.run(id)).error).toMatchObject({ code: 'OUTPUT_INVALID' });
});

it('a runtime that drains takes no new run', async () => {
  const t = await start();
  const id = await t.publish(drawGraph('start>output'));
  await t.close();
  await expect(t.run(id)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
});

it('fails a loop whose state becomes too deep to be written down', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>L L>output b', {
      L: {
        config: {
          over: 'count',
          count: 600,
          initialState: 0,
          nextState: '{{ [nodes.L.data.state] }}',
          collect: 1,
        },
      },
      b: { parentId: 'L' },
    }),
  );
  const run = await t.run(id);
  expect(run.status).toBe('failed');
  expect(run.error).toMatchObject({ code: 'VALUE_TOO_LARGE', nodeId: 'L', iterationPath: [512] });
});

const IN_LOOP = { type: 'transform', parentId: 'L', config: { value: {} } } as const;
const absent = '{{ inputs.absent }}';
const whenAbsent = (id: string) => ({ id, when: { left: absent, op: 'eq', right: 1 } });

it.each<[string, string, Parameters<typeof drawGraph>[1], string]>([
  ['a value', 'start>t t>output', { t: { config: { value: { a: 1, b: absent } } } }, '/config/value'],
  [
    'a case',
    'start>c c.one>output c.two>output c.else>output',
    { c: { config: { cases: [{ id: 'one', when: 'false' }, whenAbsent('two')] } } },
    '/config/cases/1/when',
  ],
  [
    'a field of a call',
    'start>h h>output',
    { h: { config: { method: 'GET', url: 'https://a.example', query: { q: absent } } } },
    '/config/query',
  ],
  [
    'the items of a loop',
    'start>L L>output',
    { L: { config: { items: '{{ run.id }}' } }, x: IN_LOOP },
    '/config/items',
  ],
  [
    'what a loop keeps',
    'start>L L>output',
    { L: { config: { items: [1], collect: absent } }, x: IN_LOOP },
    '/config/collect',
  ],
])('a failure in %s says where it stands', async (_, drawing, configs, field) => {
  const t = await start();
  const run = await t.run(await t.publish(drawGraph(drawing, configs)));
  expect(run.error).toMatchObject({ field });
});
