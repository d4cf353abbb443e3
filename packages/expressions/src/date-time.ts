/** A moment: whole seconds since 1970 in UTC, and the digits behind the seconds without trailing zeros. */
export interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,20}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Whether a text is a calendar date as RFC 3339 writes it. */
export function isDate(text: string): boolean {
  return text.length === 10 && dayNumber(text) !== undefined;
}

/** A text that is an RFC 3339 date-time with its zone, or undefined. */
export function parseDateTime(text: string): Instant | undefined {
  // The cheap look first: most texts that are compared are not times.
  if (text.length < 20 || text.length > 50 || text[4] !== '-') return undefined;
  const found = DATE_TIME.exec(text);
  if (!found) return undefined;
  const days = dayNumber(found[1]!);
  const [hour, minute, second] = [Number(found[2]), Number(found[3]), Number(found[4])];
  const [zoneHour, zoneMinute] = [Number(found[7] ?? 0), Number(found[8] ?? 0)];
  if (days === undefined || hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) {
    return undefined;
  }
  const offset = (zoneHour * 60 + zoneMinute) * 60 * (found[6] === '-' ? -1 : 1);
  const fraction = (found[5] ?? '').replace(/0+$/, '');
  return { seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - offset, fraction };
}

export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

function dayNumber(date: string): number | undefined {
  const found = DATE.exec(date);
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  // Date.UTC reads years below 100 as 19xx, and shifts what is not in the calendar.
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== day) return undefined;
  return utc.getTime() / 86_400_000;
}
