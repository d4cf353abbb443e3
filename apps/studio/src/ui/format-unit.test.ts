import { expect, it } from 'vitest';
import { formatBytes } from './bytes';
import { formatDuration, formatMark, relativeText } from './time';

it.each([
  [2, '2 ms', '2 毫秒'],
  [8400, '8.4 s', '8.4 秒'],
  [665_000, '11 m 5 s', '11 分钟 5 秒'],
  [10_920_000, '3 h 2 m', '3 小时 2 分钟'],
])('writes %i ms as people do', (ms, english, chinese) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect([plain(formatDuration(ms, 'en')), plain(formatDuration(ms, 'zh'))]).toEqual([english, chinese]);
});

it('leaves the second unit out of a round length on an axis', () => {
  const marks = [60_000, 65_000, 3_600_000].map((ms) => formatMark(ms, 'zh').replaceAll('\u00a0', ' '));
  expect(marks).toEqual(['1 分钟', '1 分钟 5 秒', '1 小时']);
});

it.each([
  [-3, 'second', '3 sec. ago', '3 秒前'],
  [-2, 'hour', '2 hr. ago', '2 小时前'],
  [-1, 'day', 'yesterday', '昨天'],
  [0, 'second', 'now', '现在'],
] as const)('writes %i %s as how long ago it was', (value, unit, english, chinese) => {
  const texts = ['en', 'zh'].map((locale) => relativeText(value, unit, locale).replaceAll('\u00a0', ' '));
  expect(texts).toEqual([english, chinese]);
});

it.each([
  [199, '199 B'],
  [1_700, '1.7 kB'],
  [25_000_000, '25 MB'],
])('writes %i bytes as people do', (bytes, text) => {
  for (const locale of ['en', 'zh']) expect(formatBytes(bytes, locale).replaceAll('\u00a0', ' ')).toBe(text);
});
