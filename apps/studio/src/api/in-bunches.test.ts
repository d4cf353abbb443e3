import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBunches } from './in-bunches';

describe('items in bunches', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const given: string[] = [];
    return { given, bunches: inBunches<string>(50, (items) => given.push(items.join(''))) };
  }

  it('gives on at once what comes after a rest', () => {
    const { given, bunches } = start();
    bunches.add(['a']);
    expect(given).toEqual(['a']);
    vi.advanceTimersByTime(50);
    bunches.add(['b']);
    expect(given).toEqual(['a', 'b']);
  });

  it('holds what comes soon after, and gives it on together and in order', () => {
    const { given, bunches } = start();
    for (const item of ['a', 'b', 'c']) bunches.add([item]);
    vi.advanceTimersByTime(49);
    expect(given).toEqual(['a']);
    vi.advanceTimersByTime(1);
    bunches.add(['d', 'e']);
    vi.advanceTimersByTime(50);
    expect(given).toEqual(['a', 'bc', 'de']);
  });

  it('gives on what it holds when asked, once', () => {
    const { given, bunches } = start();
    for (const item of ['a', 'b']) bunches.add([item]);
    bunches.flush();
    bunches.flush();
    vi.runAllTimers();
    expect(given).toEqual(['a', 'b']);
  });

  it('forgets what it holds when it is stopped', () => {
    const { given, bunches } = start();
    for (const item of ['a', 'b']) bunches.add([item]);
    bunches.stop();
    vi.runAllTimers();
    expect(given).toEqual(['a']);
  });
});
