import { expect, it } from 'vitest';
import { nearnessOf } from './nearness';

const at = (minutes: number) => minutes * 60_000;

it.each([
  ['at the beginning', 0, 'far', 6000],
  ['just before the last tenth', 89.99, 'far', 600],
  ['in the last tenth', 90, 'near', 600],
  ['a moment before the end', 99.999, 'near', 0],
  ['at the end', 100, 'past', 0],
  ['long after', 500, 'past', 0],
])('tells how near a deadline is %s', (_, now, level, seconds) => {
  expect(nearnessOf(at(0), at(100), at(now))).toEqual({ level, seconds });
});
