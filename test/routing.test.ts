import type { JsonObject } from '@weftwork/schema';
import { nodeResult } from '@weftwork/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, endings, type TestRuntime } from './support/test-runtime';

let current: TestRuntime | undefined;
afterEach(async () => {
  await current?.close();
  current = undefined;
});

async function start(options: Parameters<typeof createTestRuntime>[0] = {}): Promise<TestRuntime> {
  current = await createTestRuntime(options);
  return current;
}

const inc = (from: string) => ({ config: { value: { n: `{{ nodes.${from}.data.n + 1 }}` } } });

describe('routing', () => {
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

  it('B07 runs an inner loop anew in each outer iteration', async () => {
    const t = await start();
    const id = await t.publish(
      drawGraph('start>Lo Lo>output', {
        Lo: { config: { over: 'count', count: 2 } },
        Li: { parentId: 'Lo', config: { over: 'count', count: 2, collect: '{{ nodes.body.data.v }}' } },
        body: {
          parentId: 'Li',
          config: { value: { v: '{{ nodes.Lo.data.index * 10 + nodes.Li.data.index }}' } },
        },
        output: { config: { value: { results: '{{ nodes.Lo.data.results }}' } } },
      }),
    );
    const run = await t.run(id);
    expect(run.status).toBe('completed');
    expect((run.output as { results: { results: number[] }[] }).results.map((r) => r.results)).toEqual([
      [0, 1],
      [10, 11],
    ]);
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
    await t.runtime.answerGate({
      workspaceId: 'local',
      runId: waiting.id,
      stepId: 'ask~~1',
      by: 'ann',
      decision: 'approved',
    });
    const { runId } = { runId: waiting.id };
    let run = await t.settled(runId);
    while (run.status === 'awaiting_input') run = await t.settled(runId);
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
});
