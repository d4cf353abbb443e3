import { expect, it } from 'vitest';
import { limitRows, parseLimit } from './limit-rows';

it('shows the workspace, then what has a limit or open runs, then the rest by name', () => {
  const counts = (workflowId: string, running: number, queued = 0, waiting = 0) => ({
    workflowId,
    running,
    queued,
    waiting,
  });
  const { whole, workflows } = limitRows(
    {
      maxRunning: 9,
      workflows: [{ workflowId: 'mail', maxRunning: 2 }],
      open: [counts('report', 1, 0, 3), counts('gone', 2, 4)],
    },
    [
      { id: 'a', name: 'Alone' },
      { id: 'mail', name: 'Mail' },
      { id: 'report', name: 'Report' },
    ],
    { workspace: 'All', locale: 'en' },
  );
  expect(whole).toEqual({ name: 'All', maxRunning: 9, open: { running: 3, queued: 4, waiting: 3 } });
  expect(workflows.map(({ name, maxRunning, open }) => [name, maxRunning, open.running])).toEqual([
    ['gone', null, 2],
    ['Mail', 2, 0],
    ['Report', null, 1],
    ['Alone', null, 0],
  ]);
});

it.each([
  ['', null],
  [' 7 ', 7],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['0', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['many', undefined],
])('reads %j as %j', (text, limit) => {
  expect(parseLimit(text)).toBe(limit);
});
