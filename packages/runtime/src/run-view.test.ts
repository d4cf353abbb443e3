import { encodeEvents, type RunEvent } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { applyToRunView, createRunView, envelopesOf, type RunView } from './run-view';

type Line = readonly [type: RunEvent['type'], data?: object, place?: string];

/** `place` is `node`, `node@2.0` or `node#2` (attempt). */
function fold(lines: readonly Line[]): RunView {
  const events = lines.map(([type, data = {}, place]) => {
    const [, nodeId, path, attempt] = /^([^@#]+)(?:@([\d.]+))?(?:#(\d+))?$/.exec(place ?? '') ?? [];
    return {
      type,
      occurredAt: 1_000,
      data,
      ...(nodeId ? { nodeId, attempt: Number(attempt ?? 1) } : {}),
      ...(path ? { iterationPath: path.split('.').map(Number) } : {}),
    } as unknown as RunEvent;
  });
  const view = createRunView();
  for (const envelope of envelopesOf('r', [{ firstSeq: 1, ...encodeEvents(events) }]))
    applyToRunView(view, envelope);
  return view;
}

const statuses = (view: RunView) => [...view.nodeRuns.values()].map(({ id, status }) => `${id} ${status}`);
const error = { code: 'HTTP_FAILED', message: 'no' };

describe('the view of a run', () => {
  it.each<[string, Line[], string[]]>([
    ['starts', [['node.started', {}, 'a']], ['a~~1 running']],
    [
      'completes',
      [
        ['node.started', {}, 'a'],
        ['node.completed', { output: {} }, 'a'],
      ],
      ['a~~1 completed'],
    ],
    [
      'fails',
      [
        ['node.started', {}, 'a'],
        ['node.failed', { error, attempts: 1 }, 'a'],
      ],
      ['a~~1 failed'],
    ],
    ['is skipped', [['node.skipped', { reason: 'branch' }, 'a']], ['a~~1 skipped']],
    [
      'waits to be tried again',
      [
        ['node.started', {}, 'a'],
        ['node.retrying', { error, retryAt: 'x', nextAttempt: 2 }, 'a'],
      ],
      ['a~~1 retrying'],
    ],
    [
      'is tried again: the attempt before has failed',
      [
        ['node.started', {}, 'a'],
        ['node.retrying', { error, retryAt: 'x', nextAttempt: 2 }, 'a'],
        ['node.started', {}, 'a#2'],
        ['node.completed', { output: {} }, 'a#2'],
      ],
      ['a~~1 failed', 'a~~2 completed'],
    ],
    [
      'is of unknown outcome',
      [
        ['node.started', {}, 'a'],
        ['node.unknown', { error }, 'a'],
      ],
      ['a~~1 unknown'],
    ],
    [
      'is settled as done',
      [
        ['node.started', {}, 'a'],
        ['node.unknown', { error }, 'a'],
        ['node.settled', { outcome: 'done', data: { x: 1 }, by: 'me' }, 'a'],
      ],
      ['a~~1 completed'],
    ],
    [
      'is settled as to be done again',
      [
        ['node.started', {}, 'a'],
        ['node.unknown', { error }, 'a'],
        ['node.settled', { outcome: 'again', by: 'me' }, 'a'],
        ['node.started', {}, 'a#2'],
      ],
      ['a~~1 failed', 'a~~2 running'],
    ],
    [
      'is cancelled',
      [
        ['node.started', {}, 'a'],
        ['node.cancelled', { reason: 'run.failed' }, 'a'],
      ],
      ['a~~1 cancelled'],
    ],
    [
      'runs once per iteration',
      [
        ['node.started', {}, 'a@0'],
        ['node.started', {}, 'a@1.2'],
      ],
      ['a~0~1 running', 'a~1.2~1 running'],
    ],
  ])('shows a node run that %s', (_, lines, expected) => {
    expect(statuses(fold(lines))).toEqual(expected);
  });

  it.each<[string, Line[], Partial<RunView>]>([
    ['runs', [['run.queued'], ['run.started']], { status: 'running' }],
    [
      'waits',
      [['run.started'], ['run.awaiting_input', { waitReason: 'approval' }]],
      { status: 'awaiting_input', waitReason: 'approval' },
    ],
    [
      'goes on',
      [['run.started'], ['run.awaiting_input', { waitReason: 'input' }], ['run.resumed']],
      { status: 'running', waitReason: undefined },
    ],
    ['completes', [['run.completed', { output: { a: 1 } }]], { status: 'completed', output: { a: 1 } }],
    ['fails', [['run.failed', { error }]], { status: 'failed', error }],
    ['is cancelled', [['run.cancel_requested'], ['run.cancelled']], { status: 'cancelled' }],
  ])('follows a run that %s', (_, lines, expected) => {
    expect(fold(lines)).toMatchObject(expected);
  });

  it('keeps what a node run gave beside its output', () => {
    const artifact = {
      artifactId: 'x',
      name: '专题报告.md',
      mimeType: 'text/markdown',
      path: '/mnt/data/专题报告.md',
    };
    const spilled = { rows: { artifactId: 'y', bytes: 70_000 } };
    const completed = { output: { rows: '[{"a":1}…' }, handle: 'error', warnings: [error], spilled, error };
    const view = fold([
      ['node.started', { input: { url: 'u' } }, 'a'],
      ['artifact.created', { artifact }, 'a'],
      ['node.completed', { ...completed, artifacts: [artifact] }, 'a'],
    ]);
    expect(view.nodeRuns.get('a~~1')).toMatchObject({
      ...completed,
      warnings: [error, error],
      input: { url: 'u' },
      artifacts: [artifact],
    });
    expect([...view.artifacts.values()]).toEqual([artifact]);
  });

  it('counts the iterations of a loop wherever their events stand', () => {
    const view = fold([
      ['node.started', { count: 3 }, 'loop'],
      ['loop.iteration_started', { index: 0 }, 'loop'],
      ['loop.iteration_completed', { index: 0 }, 'loop'],
      ['loop.iteration_started', { index: 1 }, 'loop@1'],
    ]);
    expect(view.nodeRuns.get('loop~~1')?.iterations).toEqual({ count: 3, started: 2, completed: 1 });
  });

  it('opens, decides and withdraws gates', () => {
    const opened = (stepId: string): Line => [
      'gate.opened',
      { stepId, mode: 'form', message: 'Hi', schema: {} },
      stepId.split('~')[0],
    ];
    const view = fold([
      opened('a~~1'),
      opened('b~~1'),
      opened('c~~1'),
      ['gate.decided', { stepId: 'a~~1', decision: 'answered', by: 'me', data: { x: 1 } }, 'a'],
      ['gate.expired', { stepId: 'b~~1' }, 'b'],
      ['gate.decided', { stepId: 'b~~1', decision: 'timed_out', by: 'system:timeout' }, 'b'],
      ['gate.withdrawn', { stepId: 'c~~1' }, 'c'],
    ]);
    expect([...view.gates.values()].map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['a', 'decided'],
      ['b', 'expired'],
      ['c', 'withdrawn'],
    ]);
    expect(view.gates.get('a~~1')).toMatchObject({ decision: 'answered', decidedBy: 'me' });
  });

  it('takes an event twice as once, so that a stream may overlap what was read', () => {
    const view = fold([['node.started', { count: 1 }, 'loop']]);
    const event = {
      schemaVersion: '1.0',
      runId: 'r',
      seq: 2,
      type: 'loop.iteration_started',
      occurredAt: '',
      nodeId: 'loop',
      attempt: 1,
      data: { index: 0 },
    } as const;
    applyToRunView(view, event);
    applyToRunView(view, event);
    expect(view.nodeRuns.get('loop~~1')?.iterations?.started).toBe(1);
  });

  it('goes past an event of a type it does not know', () => {
    const view = createRunView();
    const event = { schemaVersion: '1.0', runId: 'r', seq: 1, type: 'node.dreamt', occurredAt: '', data: {} };
    applyToRunView(view, event as never);
    expect(view.lastSeq).toBe(1);
  });

  it('reads only what lies after a number', () => {
    const events = ['run.queued', 'run.started', 'run.cancelled'].map(
      (type) => ({ type, occurredAt: 1, data: {} }) as unknown as RunEvent,
    );
    const rows = [{ firstSeq: 5, ...encodeEvents(events) }];
    expect([...envelopesOf('r', rows, 5)].map(({ seq }) => seq)).toEqual([6, 7]);
  });
});
