import { expect, it } from 'vitest';
import type { NodeRun, Run } from '../api/types';
import { failedChildOf, findRootRun } from './root-cause';

const call = (iteration: number, attempt: number, childRunId: string, status = 'failed') =>
  ({
    id: `${childRunId}`,
    nodeId: 'call',
    iterationPath: [iteration],
    attempt,
    status,
    childRunId,
  }) as NodeRun;

const failure = (nodeId: string, iterationPath?: number[]) => ({
  code: 'SUBWORKFLOW_FAILED',
  message: '',
  nodeId,
  ...(iterationPath ? { iterationPath } : {}),
});

it('names the child of the iteration and the attempt that ended the run, whichever others failed', () => {
  const runs = [call(0, 1, 'zero'), call(1, 1, 'one'), call(1, 2, 'one again'), call(2, 1, 'two')];
  expect(failedChildOf(runs, failure('call', [1]))).toBe('one again');
  expect(failedChildOf(runs, failure('call', [0]))).toBe('zero');
  expect(failedChildOf(runs, failure('other'))).toBeUndefined();
  expect(failedChildOf(runs, undefined)).toBeUndefined();
});

it('follows a failure down to the run in which it began', async () => {
  const stored: Record<string, Partial<Run>> = {
    middle: {
      id: 'middle',
      error: failure('call', [0]),
      nodeRuns: [call(0, 1, 'deepest'), call(1, 1, 'fine', 'completed')],
    },
    deepest: { id: 'deepest', error: failure('divide'), nodeRuns: [] },
  };
  const found = await findRootRun('middle', async (id) => stored[id] as Run);
  expect(found.id).toBe('deepest');
});
