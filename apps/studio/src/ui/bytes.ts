import { formatUnit } from './format-unit';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest unit that keeps it at 1 or more. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return formatUnit(bytes / 1000 ** step, UNITS[step] ?? 'byte', locale, step === 0 ? 0 : 1);
}
