import type { Clock } from '@weftwork/runtime';
import { expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock';

const HOUR = 3_600_000;

/** A host whose clock shows `hostMs` while the database has 0, and answers that take `tripMs`. */
function scripted(hostMs: number, tripMs: readonly number[]) {
  let passedMs = 0;
  let setMs = hostMs;
  let readings = 0;
  const timers: (() => void)[] = [];
  const own = {
    now: () => setMs + passedMs,
    monotonic: () => passedMs,
    setTimer(_ms: number, fire: () => void) {
      timers.push(fire);
      return { cancel: () => timers.splice(timers.indexOf(fire), 1) };
    },
    soon: queueMicrotask,
  } as Clock;
  const readTime = async () => {
    const trip = tripMs[readings % tripMs.length]!;
    readings += 1;
    passedMs += trip / 2;
    const time = passedMs;
    passedMs += trip / 2;
    return time;
  };
  return {
    clock: createDatabaseClock(readTime, own),
    time: () => passedMs,
    pending: () => timers.length,
    async passTenSeconds() {
      passedMs += 10_000;
      timers.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    setHost(ms: number) {
      setMs = ms;
    },
  };
}

it.each([HOUR, -HOUR, 250])('tells the time of the database on a host that is %d ms off', async (hostMs) => {
  const t = scripted(hostMs, [40, 4, 200]);
  await t.clock.follow();
  expect(Math.abs(t.clock.now() - t.time())).toBeLessThanOrEqual(2);
});

it('leaves a clock alone that is off by no more than the way to the database takes', async () => {
  const t = scripted(3, [10]);
  await t.clock.follow();
  expect(t.clock.now() - t.time()).toBe(3);
});

it('follows a host whose clock is set while it runs, until it is stopped', async () => {
  const t = scripted(0, [2]);
  await t.clock.follow();
  t.setHost(HOUR);
  await t.passTenSeconds();
  expect(Math.abs(t.clock.now() - t.time())).toBeLessThanOrEqual(2);
  expect(t.pending()).toBe(1);
  t.clock.stop();
  expect(t.pending()).toBe(0);
});
