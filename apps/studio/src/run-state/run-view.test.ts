import { describe, expect, it } from 'vitest';
import type { EventEnvelope, Run, WorkflowGraph } from '../api/types';
import { edgeStates } from './edge-states';
import { loopProgress } from './loop-progress';
import { foremostNode, nodeStates } from './node-states';
import { foldEvents, type RunView, viewOf } from './run-view';

type Step = [type: EventEnvelope['type'], at?: string, data?: EventEnvelope['data']];

/** A log out of steps; `at` is a node run as `node`, `node[0]` or `node#2` for its second attempt. */
function log(...steps: Step[]): EventEnvelope[] {
  return steps.map(([type, at = '', data = {}], index) => {
    const [, nodeId, path, attempt] = /^([a-z]*)(?:\[([\d.]+)\])?(?:#(\d))?$/.exec(at) ?? [];
    return {
      schemaVersion: '1.0',
      runId: 'r',
      seq: index + 1,
      type,
      occurredAt: new Date(1000 * (index + 1)).toISOString(),
      ...(nodeId ? { nodeId, attempt: Number(attempt ?? 1) } : {}),
      ...(path ? { iterationPath: path.split('.').map(Number) } : {}),
      data,
    };
  });
}

const start: Run = {
  id: 'r',
  workflowId: 'w',
  workflowName: 'W',
  version: 1,
  graphHash: '',
  status: 'queued',
  warnings: [],
  artifacts: [],
  nodeRuns: [],
  gates: [],
  lastSeq: 0,
};

const fold = (...steps: Step[]): RunView => foldEvents(viewOf(start), log(...steps));
const statuses = (view: RunView) =>
  Object.fromEntries([...nodeStates(view)].map(([id, state]) => [id, state.status]));

const error = { code: 'HTTP_STATUS', message: '502' };
const started = (at: string): Step => ['node.started', at];
const completed = (at: string, output = {}, rest = {}): Step => ['node.completed', at, { output, ...rest }];

describe('folding events into a run view', () => {
  it('takes each event once, whatever is sent again', () => {
    const events = log(['run.started'], started('a'), completed('a', { n: 1 }));
    const once = foldEvents(viewOf(start), events);
    expect(foldEvents(once, events)).toBe(once);
    expect(foldEvents(foldEvents(viewOf(start), events.slice(0, 2)), events)).toEqual(once);
  });

  it('gives the same view for any split of the log', () => {
    const events = log(['run.started'], started('a'), completed('a'), started('b'), [
      'run.failed',
      '',
      { error },
    ]);
    const whole = foldEvents(viewOf(start), events);
    for (let cut = 0; cut <= events.length; cut++) {
      expect(foldEvents(foldEvents(viewOf(start), events.slice(0, cut)), events.slice(cut))).toEqual(whole);
    }
  });

  it.each([
    [[['run.started']], 'running', undefined],
    [[['run.started'], ['run.awaiting_input', '', { waitReason: 'approval' }]], 'awaiting_input', 'approval'],
    [[['run.awaiting_input', '', { waitReason: 'input' }], ['run.resumed']], 'running', undefined],
    [[['run.cancel_requested']], 'cancel_requested', undefined],
    [[['run.cancel_requested'], ['run.cancelled']], 'cancelled', undefined],
    [[['run.completed', '', { output: { a: 1 } }]], 'completed', undefined],
  ] as [Step[], string, string | undefined][])('after %j the run is %s', (steps, status, waitReason) => {
    const { run } = fold(...steps);
    expect([run.status, run.waitReason]).toEqual([status, waitReason]);
  });

  it('shows a retry as failed attempt and running one', () => {
    const view = fold(
      started('a'),
      ['node.retrying', 'a', { error, retryAt: '', nextAttempt: 2 }],
      started('a#2'),
    );
    expect([...view.nodeRuns.values()].map((one) => [one.id, one.status])).toEqual([
      ['a~~1', 'failed'],
      ['a~~2', 'running'],
    ]);
    expect(statuses(view)).toEqual({ a: 'running' });
  });

  it('opens and closes gates', () => {
    const deadlineAt = '2026-01-01T12:00:00.000Z';
    const gate = { stepId: 'h~~1', mode: 'approval', message: 'Go?', deadlineAt };
    const open = fold(
      started('h'),
      ['node.awaiting_input', 'h', { stepId: 'h~~1' }],
      ['gate.opened', 'h', gate],
    );
    expect(open.gates.get('h~~1')).toMatchObject({ nodeId: 'h', status: 'open', message: 'Go?' });
    expect(nodeStates(open).get('h')?.deadlineAt).toBe(deadlineAt);
    const [decided] = log(['gate.decided', 'h', { stepId: 'h~~1', decision: 'approved', by: 'me' }]);
    expect(foldEvents(open, [{ ...decided!, seq: 4 }]).gates.get('h~~1')?.status).toBe('decided');
  });
});

describe('the state of a node', () => {
  it.each([
    [['completed', 'failed'], 'failed'],
    [['failed', 'running'], 'running'],
    [['skipped', 'completed'], 'completed'],
  ])('of iterations %j is %s', (ends, status) => {
    const steps = ends.flatMap((end, index): Step[] => {
      const at = `b[${index}]`;
      if (end === 'skipped') return [['node.skipped', at, { reason: '' }]];
      if (end === 'running') return [started(at)];
      return [started(at), end === 'failed' ? ['node.failed', at, { error, attempts: 1 }] : completed(at)];
    });
    expect(statuses(fold(...steps))).toEqual({ b: status });
  });

  it('can be that of one iteration', () => {
    const view = fold(started('b[0]'), completed('b[0]'), started('b[1]'));
    expect(nodeStates(view, [0]).get('b')?.status).toBe('completed');
    expect(nodeStates(view, [1]).get('b')?.status).toBe('running');
  });
});

describe('the node that a reader looks for first', () => {
  const failed = (at: string): Step[] => [started(at), ['node.failed', at, { error, attempts: 1 }]];
  it.each([
    [
      'the one that waits for a person',
      [...failed('a'), started('b'), started('c'), ['node.awaiting_input', 'c', { stepId: 'c~~1' }]],
      'c',
    ],
    ['else the one that runs', [...failed('a'), started('b'), completed('d')], 'b'],
    ['else the first that failed', [completed('d'), ...failed('a'), ...failed('b')], 'a'],
    ['none of what went well', [started('d'), completed('d')], undefined],
  ] as [string, Step[], string | undefined][])('is %s', (_, steps, id) => {
    expect(foremostNode(nodeStates(fold(...steps)))).toBe(id);
  });
});

const graph = {
  nodes: [
    { id: 's', type: 'start' },
    { id: 'c', type: 'condition' },
    { id: 'x', type: 'http', onError: 'branch' },
    { id: 'y', type: 'transform' },
    { id: 'z', type: 'output' },
    { id: 'l', type: 'loop' },
    { id: 'b', type: 'transform', parentId: 'l' },
  ],
  edges: [
    { id: 'sc', source: 's', target: 'c' },
    { id: 'cx', source: 'c', sourceHandle: 'yes', target: 'x' },
    { id: 'cy', source: 'c', sourceHandle: 'else', target: 'y' },
    { id: 'xz', source: 'x', target: 'z' },
    { id: 'xe', source: 'x', sourceHandle: 'error', target: 'y' },
  ],
} as unknown as WorkflowGraph;

const edges = (view: RunView) =>
  Object.fromEntries([...edgeStates(graph, view)].map(([id, state]) => [id, state.status]));

describe('the state of an edge', () => {
  it('is taken, skipped, at work or not yet reached', () => {
    const view = fold(
      started('s'),
      completed('s'),
      started('c'),
      completed('c', { case: 'yes' }, { handle: 'yes' }),
      started('x'),
    );
    expect(edges(view)).toEqual({ sc: 'taken', cx: 'running', cy: 'skipped', xz: 'idle', xe: 'idle' });
  });

  it('is the error edge when a failure branched', () => {
    const view = fold(started('x'), ['node.failed', 'x', { error, attempts: 1, handle: 'error' }]);
    expect(edges(view)).toMatchObject({ xe: 'error', xz: 'skipped' });
  });

  it('is read off a snapshot alike', () => {
    const nodeRun = { id: 'c~~1', nodeId: 'c', attempt: 1, status: 'completed' as const, handle: 'else' };
    expect(edges(viewOf({ ...start, nodeRuns: [nodeRun] }))).toMatchObject({ cx: 'skipped', cy: 'taken' });
  });
});

describe('the progress of a loop', () => {
  it('tells its iterations and how many there will be', () => {
    const view = fold(
      ['node.started', 'l', { count: 4 }],
      started('b[0]'),
      completed('b[0]'),
      started('b[1]'),
      started('b[2]'),
      ['node.failed', 'b[2]', { error, attempts: 1 }],
    );
    expect(loopProgress(graph, view, 'l')).toEqual({
      total: 4,
      iterations: [
        { index: 0, status: 'completed' },
        { index: 1, status: 'running' },
        { index: 2, status: 'failed' },
      ],
    });
  });
});
