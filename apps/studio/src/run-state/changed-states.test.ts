import { describe, expect, it } from 'vitest';
import type { NodeRunStatus } from '../api/types';
import { changedStates } from './changed-states';
import type { NodeState } from './node-states';

const run = (runId: string, states: Record<string, NodeRunStatus>) => ({
  runId,
  nodes: new Map(Object.entries(states).map(([id, status]) => [id, { status } as NodeState])),
});
const said = (...args: Parameters<typeof changedStates>) =>
  changedStates(...args).map(({ nodeId, status }) => `${nodeId} ${status}`);

describe('what is new in a run', () => {
  it.each([
    [
      'each node whose state changed',
      run('r', { a: 'running' }),
      run('r', { a: 'completed', b: 'running' }),
      ['a completed', 'b running'],
    ],
    ['nothing when nothing changed', run('r', { a: 'running' }), run('r', { a: 'running' }), []],
    ['nothing of a run that is gone', run('r', { a: 'running' }), undefined, []],
    ['all of another run', run('r', { a: 'completed' }), run('s', { a: 'completed' }), ['a completed']],
  ])('says %s', (_, before, now, expected) => {
    expect(said(before, now)).toEqual(expected);
  });
});
