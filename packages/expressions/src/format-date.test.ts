import { afterEach, describe, expect, it } from 'vitest';
import { formatDate } from './format-date';

const FULL = "yyyy-MM-dd'T'HH:mm:ss.SSSxxx";

describe('formatDate', () => {
  const machineZone = process.env.TZ;
  afterEach(() => {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });

  it.each([
    ['the day before clocks go forward', '2026-03-07T14:00:00Z', '2026-03-07T09:00:00.000-05:00'],
    ['the day clocks went forward', '2026-03-08T13:00:00Z', '2026-03-08T09:00:00.000-04:00'],
    ['just before the gap', '2026-03-08T06:59:59Z', '2026-03-08T01:59:59.000-05:00'],
    ['just after the gap', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00.000-04:00'],
    ['the first pass of the repeated hour', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00.000-04:00'],
    ['the second pass of the repeated hour', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00.000-05:00'],
    ['the day clocks went back', '2026-11-01T14:00:00Z', '2026-11-01T09:00:00.000-05:00'],
  ])('B56: shows New York on %s, whatever the zone of the machine', (_, moment, expected) => {
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'UTC']) {
      process.env.TZ = zone;
      expect(formatDate(moment, FULL, 'America/New_York')).toBe(expected);
    }
  });

  it.each([
    ['yyyy/MM/dd', '2026/01/09'],
    ['yy-M-d', '26-1-9'],
    ['EEEE, d MMMM yyyy', 'Friday, 9 January 2026'],
    ['EEE MMM', 'Fri Jan'],
    ['HH:mm:ss.SSS', '00:05:07.089'],
    ['h:mm a', '12:05 AM'],
    ['hh H m s', '12 0 5 7'],
    ['XXX XX xxx xx', '+08:00 +0800 +08:00 +0800'],
    ["yyyy'年'M'月'd'日'", '2026年1月9日'],
    ['yyyy年M月d日', '2026年1月9日'],
    ["'o''clock' ''", "o'clock '"],
    ['', ''],
  ])('writes %j', (pattern, expected) => {
    expect(formatDate('2026-01-08T16:05:07.0894Z', pattern, 'Asia/Shanghai')).toBe(expected);
  });

  it.each([
    ['UTC', 'Z'],
    ['Z', 'Z'],
    ['+05:30', '+05:30'],
    ['-03:00', '-03:00'],
    ['Asia/Kathmandu', '+05:45'],
    ['Europe/London', 'Z'],
  ])('knows the zone %s', (zone, expected) => {
    expect(formatDate('2026-01-08T16:00:00Z', 'XXX', zone)).toBe(expected);
  });
});
