import { expect, it } from 'vitest';
import { byUrgency, tasksOf } from './open-tasks';

const run = {
  id: 'r',
  workflowId: 'w',
  status: 'running' as const,
  input: { topic: 'tea' },
  nodeRuns: [{ id: 'x~~1', nodeId: 'x', attempt: 1, status: 'unknown' as const }],
  gates: [
    {
      stepId: 'a~~1',
      nodeId: 'a',
      mode: 'approval' as const,
      status: 'open' as const,
      message: '?',
      openedAt: '',
    },
    {
      stepId: 'b~~1',
      nodeId: 'b',
      mode: 'form' as const,
      status: 'decided' as const,
      message: '?',
      openedAt: '',
    },
  ],
};

it('lists open gates and unknown outcomes, also while the run goes on', () => {
  expect(tasksOf(run).map((task) => [task.kind, task.stepId])).toEqual([
    ['approval', 'a~~1'],
    ['unknown', 'x~~1'],
  ]);
  expect(tasksOf(run).map((task) => task.runInput)).toEqual([{ topic: 'tea' }, { topic: 'tea' }]);
});

it('lists nothing of a run that has ended or is being cancelled', () => {
  for (const status of ['completed', 'failed', 'cancelled', 'cancel_requested'] as const) {
    expect(tasksOf({ ...run, status })).toEqual([]);
  }
});

it('puts the nearest deadline first, then the oldest', () => {
  const [task] = tasksOf(run);
  const make = (since: string, deadlineAt?: string) => ({
    ...task!,
    since,
    gate: { ...task!.gate!, ...(deadlineAt ? { deadlineAt } : {}) },
  });
  const late = make('2026-01-01', '2026-02-02');
  const soon = make('2026-01-02', '2026-01-03');
  const old = make('2025-01-01');
  expect([old, late, soon].sort(byUrgency)).toEqual([soon, late, old]);
});
