import { expect, it } from 'vitest';
import type { OpenTask } from './open-tasks';
import { taskAtHand } from './task-at-hand';

const task = (key: string) => ({ key, runId: key.split(' ')[0] }) as OpenTask;
const [a, b, c] = [task('a 1'), task('b 1'), task('c 1')];
const none: ReadonlySet<string> = new Set();

it.each([
  ['the first unless somebody chose', [a, b], {}, a],
  ['the chosen one', [a, b], { asked: 'b 1' }, b],
  ['what was shown, though something more urgent came', [c, a, b], { held: 'a 1' }, a],
  [
    'the next one after an answer, before the list is read again',
    [a, b],
    { held: 'a 1', answered: 'a 1' },
    b,
  ],
  [
    'the next one after the chosen one was answered, and keeps it',
    [c, b],
    { asked: 'a 1', held: 'b 1', answered: 'a 1' },
    b,
  ],
] as const)(
  'shows %s',
  (_, tasks, { asked, held, answered }: { asked?: string; held?: string; answered?: string }, shown) => {
    const view = { asked, held, answered: answered ? new Set([answered]) : none };
    expect(taskAtHand({ tasks, unread: [] }, view)).toEqual({ kind: 'task', task: shown });
  },
);

it('puts nothing in the place of a task that is no longer open', () => {
  const view = { asked: undefined, held: 'a 1', answered: none };
  expect(taskAtHand({ tasks: [b], unread: [] }, view)).toEqual({ kind: 'gone', runId: 'a' });
  expect(taskAtHand({ tasks: [b], unread: [] }, { ...view, asked: 'c 1' })).toEqual({
    kind: 'gone',
    runId: 'c',
  });
});

it('does not take a run that could not be read for one that was answered', () => {
  const view = { asked: 'a 1', held: 'a 1', answered: none };
  expect(taskAtHand({ tasks: [b], unread: ['a'] }, view)).toEqual({ kind: 'unread', runId: 'a' });
});

it('is empty once all was answered', () => {
  const view = { asked: 'a 1', held: 'a 1', answered: new Set(['a 1']) };
  expect(taskAtHand({ tasks: [a], unread: [] }, view)).toEqual({ kind: 'none' });
});
