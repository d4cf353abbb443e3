import { parseDateTime } from './date-time';
import { mismatchError } from './errors';

/*
 * Pattern letters, repeated for width: yyyy yy (year) MMMM MMM MM M (month) dd d (day) EEEE EEE (weekday)
 * HH H (hour 0-23) hh h (hour 1-12) a (AM/PM) mm m ss s SSS (milliseconds) XXX (+08:00, or Z) XX (+0800, or Z)
 * xxx xx (the same, with +00:00). Names are English. Text in single quotes stands for itself; '' is one quote.
 */
const TOKEN =
  /'(?:[^']|'')*'|yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|a|mm|m|ss|s|SSS|XXX|XX|xxx|xx|[A-Za-z']+|[^A-Za-z']+/g;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Writes a moment as the clocks and calendars of a zone show it. The machine's own zone plays no part. */
export function formatDate(dateTime: string, pattern: string, zone: string): string {
  const instant = parseDateTime(dateTime);
  if (!instant) {
    throw mismatchError('formatDate takes a date-time with zone, such as 2026-03-08T09:00:00-05:00.');
  }
  const milliseconds = Number(instant.fraction.padEnd(3, '0').slice(0, 3));
  const offset = offsetSeconds(instant.seconds, zone);
  const local = new Date((instant.seconds + offset) * 1000);
  return pattern.replace(TOKEN, (token) => formatToken(token, local, milliseconds, offset));
}

function formatToken(token: string, local: Date, milliseconds: number, offset: number): string {
  const hour = local.getUTCHours();
  switch (token) {
    case 'yyyy':
      return pad(local.getUTCFullYear(), 4);
    case 'yy':
      return pad(local.getUTCFullYear() % 100, 2);
    case 'MMMM':
      return MONTHS[local.getUTCMonth()]!;
    case 'MMM':
      return MONTHS[local.getUTCMonth()]!.slice(0, 3);
    case 'MM':
    case 'M':
      return pad(local.getUTCMonth() + 1, token.length);
    case 'dd':
    case 'd':
      return pad(local.getUTCDate(), token.length);
    case 'EEEE':
      return WEEKDAYS[local.getUTCDay()]!;
    case 'EEE':
      return WEEKDAYS[local.getUTCDay()]!.slice(0, 3);
    case 'HH':
    case 'H':
      return pad(hour, token.length);
    case 'hh':
    case 'h':
      return pad(hour % 12 || 12, token.length);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'mm':
    case 'm':
      return pad(local.getUTCMinutes(), token.length);
    case 'ss':
    case 's':
      return pad(local.getUTCSeconds(), token.length);
    case 'SSS':
      return pad(milliseconds, 3);
    case 'XXX':
    case 'XX':
      return offset === 0 ? 'Z' : offsetText(offset, token.length === 3);
    case 'xxx':
    case 'xx':
      return offsetText(offset, token.length === 3);
  }
  if (token.startsWith("'") && token.length > 1)
    return token === "''" ? "'" : token.slice(1, -1).replaceAll("''", "'");
  if (/^[A-Za-z']/.test(token)) {
    throw mismatchError(
      `formatDate does not know "${token}" in a pattern; letters of text stand in single quotes.`,
    );
  }
  return token;
}

function offsetText(seconds: number, colon: boolean): string {
  const minutes = Math.trunc(Math.abs(seconds) / 60);
  return `${seconds < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60), 2)}${colon ? ':' : ''}${pad(minutes % 60, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetSeconds(seconds: number, zone: string): number {
  const fixed = /^(?:Z|UTC|([+-])(\d{2}):(\d{2}))$/.exec(zone);
  if (fixed) {
    const sign = fixed[1] === '-' ? -1 : 1;
    return sign * (Number(fixed[2] ?? 0) * 3_600 + Number(fixed[3] ?? 0) * 60);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of zoneFormat(zone).formatToParts(seconds * 1000)) parts[type] = Number(value);
  const local = new Date(0);
  local.setUTCFullYear(parts.year!, parts.month! - 1, parts.day!);
  local.setUTCHours(parts.hour!, parts.minute!, parts.second!);
  return local.getTime() / 1000 - seconds;
}

// A format costs some 50 microseconds to make. There are about 600 zones, so the map stays small.
const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, made);
    return made;
  } catch (cause) {
    throw Object.assign(
      mismatchError(
        `formatDate does not know the zone "${zone.slice(0, 64)}"; write one such as Asia/Shanghai.`,
      ),
      {
        cause,
      },
    );
  }
}
