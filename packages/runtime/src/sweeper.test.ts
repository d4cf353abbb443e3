import { CodedError } from '@weftwork/schema';
import { expect, it } from 'vitest';
import type { Clock } from './ports';
import { Sweeper } from './sweeper';

/** One sweep in which one part fails; answers what was done and what was told. */
async function sweepOnce(failing: string, error: Error, pollMs?: number) {
  const done: string[] = [];
  const troubles: string[] = [];
  const part = (name: string) => async () => {
    if (name === failing) throw error;
    done.push(name);
  };
  let swept = () => {};
  const armedAgain = new Promise<void>((resolve) => {
    swept = resolve;
  });
  let timers = 0;
  let pausedMs = 0;
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    setTimer(ms: number, fire: () => void) {
      timers += 1;
      pausedMs = ms;
      if (timers === 1) queueMicrotask(fire);
      else swept();
      return { cancel() {} };
    },
    soon: (fire: () => void) => queueMicrotask(fire),
  } as Clock;
  const sweeper = new Sweeper({
    clock,
    pollMs,
    expireGates: async () => {
      await part('gates')();
      return undefined;
    },
    wakeTimers: async () => {
      await part('timers')();
      return { woken: 0 };
    },
    claim: () => done.push('claim'),
    reportChildren: part('children'),
    offerSignals: part('signals'),
    purgeSignals: part('purge'),
    readLimits: part('limits'),
    trouble: (where) => troubles.push(where),
  });
  sweeper.start();
  await armedAgain;
  return { done, troubles, pausedMs };
}

const PARTS = ['gates', 'timers', 'children', 'signals', 'limits', 'claim', 'purge'];

it.each([
  ['gates', 'closing gates that are due'],
  ['timers', 'waking runs whose timers are due'],
  ['children', 'reporting children'],
  ['signals', 'offering signals'],
  ['limits', 'reading the limits'],
  ['purge', 'forgetting old signals'],
])('claims runs and does all the rest although the part for %s fails', async (failing, where) => {
  const { done, troubles } = await sweepOnce(failing, new Error('one row cannot be read'));
  expect(done).toEqual(PARTS.filter((name) => name !== failing));
  expect(troubles).toEqual([where]);
});

it('leaves a sweep at the first part that finds the store away, and says so once', async () => {
  const { done, troubles } = await sweepOnce('timers', new CodedError('STORAGE_UNAVAILABLE', 'away'));
  expect(done).toEqual(['gates']);
  expect(troubles).toEqual(['sweeping']);
});

it.each([
  [undefined, 1_000],
  [2_000, 2_000],
])('looks again after its interval when nothing is due: %s', async (pollMs, expected) => {
  expect((await sweepOnce('none', new Error(), pollMs)).pausedMs).toBe(expected);
});
