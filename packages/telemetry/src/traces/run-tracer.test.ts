import { createMemoryStore, NodeError, runSpanId } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { drawGraph } from '../../../../test/support/draw-graph';
import { get, keyed, output, post } from '../../../../test/support/shapes';
import { useTestRuntime, WORKSPACE } from '../../../../test/support/test-runtime';
import { collectSpans } from '../testing/collect-spans';
import type { RunSpan } from './run-span';

const createTestRuntime = useTestRuntime();
const CALLER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** The spans as a tree in text: a line each, indented, by name. */
function treeOf(spans: readonly RunSpan[], parent?: string, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((span) => {
      const name = span.name.replace(/^run .*/, 'run');
      const line = `${'  '.repeat(depth)}${name}${span.errorCode ? ` !${span.errorCode}` : ''}`;
      return [line, ...treeOf(spans, span.spanId, depth + 1)];
    });
}

const start = (workflowId: string, traceparent?: string) => ({
  workspaceId: WORKSPACE,
  createdBy: 'test',
  workflowId,
  input: {},
  ...(traceparent ? { traceparent } : {}),
});

describe('the trace of a run', () => {
  it('has the run, its nodes, and the attempts of what calls out', async () => {
    const store = createMemoryStore();
    const { spans, observer } = collectSpans(store.runs);
    const sent: (string | undefined)[] = [];
    const t = await createTestRuntime({
      store,
      observer,
      executors: {
        http: async (_, ctx) => {
          sent.push(ctx.traceparent);
          if (ctx.attempt === 1) throw new NodeError('HTTP_STATUS', 'not yet', { retryKinds: ['transient'] });
          return nodeResult({});
        },
      },
    });
    const id = await t.publish(
      drawGraph('start>h1 h1>output', {
        h1: {
          ...get('h1'),
          retry: { maxAttempts: 2, backoffSeconds: 0.01, maxBackoffSeconds: 1, retryOn: ['transient'] },
        },
        output: output({}),
      }),
    );
    const { runId } = await t.runtime.startRun(start(id), { waitSeconds: 10 });
    await t.ended(runId);
    expect(treeOf(spans)).toEqual([
      'run',
      '  http h1',
      '    http h1 attempt 1 !HTTP_STATUS',
      '    http h1 attempt 2',
      '  output output',
      '  start start',
    ]);
    const attempts = spans.filter(({ name }) => name.includes('attempt'));
    // What is sent along names the attempt that sends it.
    expect(sent).toEqual(attempts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`));
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([runId.replaceAll('-', '')]));
    expect(spans.find(({ name }) => name.startsWith('run'))).toMatchObject({
      spanId: runSpanId(runId),
      attributes: {
        'weftwork.run.id': runId,
        'weftwork.run.status': 'completed',
        'weftwork.workflow.id': id,
      },
    });
  });

  it('goes on where another process died, as one trace', async () => {
    const store = createMemoryStore();
    const first = collectSpans(store.runs);
    let began = () => {};
    const calling = new Promise<void>((resolve) => {
      began = resolve;
    });
    const sent: (string | undefined)[] = [];
    const dying = await createTestRuntime({
      store,
      observer: first.observer,
      executors: {
        http: (config, ctx) => {
          sent.push(ctx.traceparent);
          if (String(config.url).endsWith('h1')) return Promise.resolve(nodeResult({}));
          began();
          return new Promise(() => {});
        },
      },
    });
    const id = await dying.publish(
      drawGraph('start>h1 h1>h2 h2>output', { h1: keyed('h1'), h2: keyed('h2'), output: output({}) }),
    );
    const { runId } = await dying.runtime.startRun(start(id, CALLER));
    await calling;
    await dying.runtime.drain(0);
    expect(treeOf(first.spans, runSpanId(runId))).toEqual(['http h1', '  http h1 attempt 1', 'start start']);

    const second = collectSpans(store.runs);
    const heir = await createTestRuntime({
      store,
      observer: second.observer,
      executors: {
        http: async (_, ctx) => {
          sent.push(ctx.traceparent);
          return nodeResult({});
        },
      },
    });
    await heir.ended(runId);
    await expect.poll(() => second.spans.length).toBe(4);
    const spans = [...first.spans, ...second.spans];
    expect(treeOf(spans, 'b'.repeat(16))).toEqual([
      'run',
      '  http h1',
      '    http h1 attempt 1',
      '  http h2',
      '    http h2 attempt 1',
      '  output output',
      '  start start',
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    // The attempt that was made twice told both times the same span, and it began with the first.
    expect(sent[2]).toBe(sent[1]);
    const call = second.spans.find(({ name }) => name === 'http h2 attempt 1')!;
    expect(sent[1]).toBe(`00-${call.traceId}-${call.spanId}-01`);
    const { events } = await heir.settled(runId);
    const startedAt = events.find(
      ({ type, nodeId }) => type === 'node.started' && nodeId === 'h2',
    )!.occurredAt;
    expect(call.startMs).toBe(startedAt);
    expect([...first.troubles, ...second.troubles]).toEqual([]);
  });

  it('holds the children of a run, and the passes of a loop below the loop', async () => {
    const store = createMemoryStore();
    const { spans, observer } = collectSpans(store.runs);
    const roots: string[] = [];
    const t = await createTestRuntime({
      store,
      observer,
      executors: {
        http: async (_, ctx) => {
          roots.push(ctx.rootRunId);
          return nodeResult({});
        },
      },
    });
    const child = await t.publish(
      drawGraph('start>h1 h1>output', { h1: get('h1'), output: output({}) }),
      'child',
    );
    const id = await t.publish(
      drawGraph('start>L L>sub sub>output', {
        L: { config: { over: 'count', count: 2, concurrency: 1 } },
        step: { type: 'transform', parentId: 'L', config: { value: {} } },
        sub: { type: 'subworkflow', config: { workflowId: child, input: {} } },
        output: output({}),
      }),
    );
    const { runId } = await t.runtime.startRun(start(id), { waitSeconds: 10 });
    await t.ended(runId);
    await expect.poll(() => spans.filter(({ name }) => name.startsWith('run')).length).toBe(2);
    await expect.poll(() => spans.some(({ name }) => name === 'subworkflow sub')).toBe(true);
    const tree = treeOf(spans);
    expect(tree[0]).toBe('run');
    expect(tree).toContain('  loop L');
    expect(tree.filter((line) => line === '    transform step')).toHaveLength(2);
    const sub = tree.indexOf('  subworkflow sub');
    expect(tree.slice(sub + 1, sub + 3)).toEqual(['    run', '      http h1']);
    expect(roots).toEqual([runId]);
  });

  it('says by code, not by message, what went wrong', async () => {
    const store = createMemoryStore();
    const { spans, observer } = collectSpans(store.runs);
    const t = await createTestRuntime({
      store,
      observer,
      executors: { http: () => Promise.reject(new Error('the key is sk-secret')) },
    });
    const id = await t.publish(drawGraph('start>h1 h1>output', { h1: post('h1'), output: output({}) }));
    const { runId } = await t.runtime.startRun(start(id));
    await t.settled(runId);
    expect(treeOf(spans, 'unseen')).toEqual([]);
    expect(spans.find(({ name }) => name === 'http h1 attempt 1')).toMatchObject({
      errorCode: 'OUTCOME_UNKNOWN',
    });
    expect(JSON.stringify(spans)).not.toContain('sk-secret');
    // Settled later: the node run ends in a span of its own, begun when the node was.
    await t.runtime.settleStep({
      workspaceId: WORKSPACE,
      runId,
      stepId: 'h1~~1',
      by: 'ann',
      outcome: 'done',
      data: {} as JsonObject,
    });
    await t.ended(runId);
    await expect.poll(() => spans.filter(({ name }) => name === 'http h1').length).toBe(1);
    expect(spans.filter(({ name }) => name === 'http h1 attempt 1')).toHaveLength(1);
  });

  it.each([
    ['the caller keeps its trace', CALLER, 0, true],
    ['the caller keeps nothing', `${CALLER.slice(0, -2)}00`, 1, false],
    ['it begins here and all are kept', undefined, 1, true],
    ['it begins here and none is kept', undefined, 0, false],
  ])('is kept or not as the caller or the ratio says: %s', async (_, traceparent, ratio, isKept) => {
    const store = createMemoryStore();
    const { spans, observer } = collectSpans(store.runs, ratio);
    const sent: (string | undefined)[] = [];
    const t = await createTestRuntime({
      store,
      observer,
      executors: {
        http: async (__, ctx) => {
          sent.push(ctx.traceparent);
          return nodeResult({});
        },
      },
    });
    const id = await t.publish(drawGraph('start>h1 h1>output', { h1: get('h1'), output: output({}) }));
    const { runId } = await t.runtime.startRun(start(id, traceparent), { waitSeconds: 10 });
    await t.ended(runId);
    expect(spans.length > 0).toBe(isKept);
    expect(sent[0]!.slice(-2)).toBe(isKept ? '01' : '00');
  });

  it('is passed on by a process that traces nothing', async () => {
    const sent: (string | undefined)[] = [];
    const t = await createTestRuntime({
      executors: {
        http: async (_, ctx) => {
          sent.push(ctx.traceparent);
          return nodeResult({});
        },
      },
    });
    const id = await t.publish(drawGraph('start>h1 h1>output', { h1: get('h1'), output: output({}) }));
    for (const traceparent of [CALLER, undefined]) {
      const { runId } = await t.runtime.startRun(start(id, traceparent), { waitSeconds: 10 });
      await t.ended(runId);
    }
    expect(sent[0]).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!${'b'.repeat(16)})[0-9a-f]{16}-01$`));
    expect(sent[1]).toBeUndefined();
  });
});
