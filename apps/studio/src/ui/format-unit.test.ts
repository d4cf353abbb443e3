import { expect, it } from 'vitest';
import { formatBytes } from './bytes';
import { formatDuration, formatMark } from './time';

it.each([
  [2, '2 ms', '2毫秒'],
  [8400, '8.4 s', '8.4秒'],
  [665_000, '11 m 5 s', '11分钟 5秒'],
  [10_920_000, '3 h 2 m', '3小时 2分钟'],
])('writes %i ms as people do', (ms, english, chinese) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect([plain(formatDuration(ms, 'en')), plain(formatDuration(ms, 'zh'))]).toEqual([english, chinese]);
});

it('leaves the second unit out of a round length on an axis', () => {
  const marks = [60_000, 65_000, 3_600_000].map((ms) => formatMark(ms, 'zh'));
  expect(marks).toEqual(['1分钟', '1分钟 5秒', '1小时']);
});

it.each([
  [199, '199 B'],
  [1_700, '1.7 kB'],
  [25_000_000, '25 MB'],
])('writes %i bytes as people do', (bytes, english) => {
  expect(formatBytes(bytes, 'en').replaceAll('\u00a0', ' ')).toBe(english);
});
