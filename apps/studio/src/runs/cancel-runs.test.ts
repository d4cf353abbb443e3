import { expect, it } from 'vitest';
import { ApiError } from '../api/http';
import { cancelRuns } from './cancel-runs';

it('tells runs that had ended from runs of which nobody knows, and asks each once', async () => {
  const answers = new Map<string, ApiError | undefined>([
    ['going', undefined],
    ['over', new ApiError(409, 'RUN_ALREADY_TERMINAL', 'It has ended.')],
    ['deleted', new ApiError(404, 'NOT_FOUND', 'There is none.')],
    ['unheard', new ApiError(0, 'UNREACHABLE', 'The server did not answer.')],
    ['also going', undefined],
    ['busy', new ApiError(503, 'BUSY', 'Later.')],
  ]);
  const asked: string[] = [];
  const report = await cancelRuns([...answers.keys()], async (id) => {
    asked.push(id);
    const error = answers.get(id);
    if (error) throw error;
  });
  expect(asked.toSorted()).toEqual([...answers.keys()].toSorted());
  expect(report).toMatchObject({ cancelled: 2, ended: 2 });
  expect(report.failed.toSorted()).toEqual(['busy', 'unheard']);
  expect(report.error).toBeInstanceOf(ApiError);
});
