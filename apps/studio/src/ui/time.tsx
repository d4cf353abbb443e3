'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { formatUnit } from './format-unit';
import { type Nearness, nearnessOf } from './nearness';

function sameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

/** As much as tells the moment from its neighbours: the time today, the day this year, the year beyond. */
function shortForm(date: Date, now: Date): Intl.DateTimeFormatOptions {
  const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (sameDay(date, now)) return { ...minutes, second: '2-digit' };
  if (date.getFullYear() === now.getFullYear()) return { ...minutes, month: 'short', day: 'numeric' };
  return { year: 'numeric', month: 'short', day: 'numeric' };
}

/** A moment as short as lists show it, where no element can stand, such as in a choice. */
export function shortMoment(at: string, locale: string): string {
  const date = new Date(at);
  return new Intl.DateTimeFormat(locale, shortForm(date, new Date())).format(date);
}

/** A moment to the second, with its zone, as it shows on hover. */
function fullMoment(at: string, locale: string): string {
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });
  return `${full.format(new Date(at))} (${full.resolvedOptions().timeZone})`;
}

/** A moment in the reader's locale and zone; the zone and the full date show on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const locale = useLocale();
  if (Number.isNaN(Date.parse(at))) return null;
  return (
    <time dateTime={at} title={fullMoment(at, locale)} className={className}>
      {shortMoment(at, locale)}
    </time>
  );
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** "4 min. ago", in a sentence `long`: "4 minutes ago"; renewed each half minute. */
export function RelativeTime({ at, long = false }: { at: string; long?: boolean }) {
  const locale = useLocale();
  const now = useNow(30_000);
  // A server whose clock is ahead by a little tells of nothing that is to come.
  const seconds = Math.min(0, Math.round((new Date(at).getTime() - now) / 1000));
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  const text = relativeText(Math.trunc(seconds / size), unit, locale, long ? 'long' : 'short');
  return (
    <time dateTime={at} title={fullMoment(at, locale)}>
      {text}
    </time>
  );
}

/** Chinese leaves out the space between the number and its unit, though all our sentences have it. */
export function relativeText(
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
  locale: string,
  style: 'short' | 'long' = 'short',
): string {
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style })
    .formatToParts(value, unit)
    .map((part, index, all) =>
      all[index - 1]?.type === 'integer' ? `\u00a0${part.value.trimStart()}` : part.value,
    )
    .join('');
}

/** The clock, for what counts while it is watched. Screen readers are not told of each tick. */
export function useNow(everyMs: number, active = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, active]);
  return now;
}

/** Time since `from`, counting. */
export function Elapsed({ from, to }: { from: string; to?: string | null }) {
  const locale = useLocale();
  const now = useNow(1000, !to);
  const end = to ? new Date(to).getTime() : now;
  return (
    <span className="elapsed">{formatDuration(Math.max(0, end - new Date(from).getTime()), locale)}</span>
  );
}

/** How near a deadline is by now, counted while it is watched. */
export function useNearness(since: string, to: string): Nearness {
  return nearnessOf(Date.parse(since), Date.parse(to), useNow(1000));
}

/** Time until a deadline, counting down as h:mm:ss, in the colour that says how near it is. */
export function Countdown({ since, to }: { since: string; to: string }) {
  const locale = useLocale();
  const { seconds, level } = useNearness(since, to);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (
    <span className={`due due-${level}`} title={fullMoment(to, locale)}>
      {clock.map((n, i) => (i ? String(n).padStart(2, '0') : n)).join(':')}
    </span>
  );
}

/** "in 4 s", counting down to when something is tried again. */
export function TimeUntil({ at }: { at: string }) {
  const locale = useLocale();
  const t = useTranslations('canvas');
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - useNow(1000)) / 1000));
  return (
    <span title={fullMoment(at, locale)}>{t('card.in', { time: formatMark(seconds * 1000, locale) })}</span>
  );
}

/** A length of time in at most two units: "2 ms", "8.4 s", "11 m 5 s", "3 h 2 m". */
export function formatDuration(ms: number, locale: string): string {
  return durationParts(ms, locale).join(' ');
}

/** The same for a round length, which needs no second unit: "2 m" and not "2 m 0 s". */
export function formatMark(ms: number, locale: string): string {
  const [first = '', second] = durationParts(ms, locale);
  return second === undefined || Number.parseFloat(second) === 0 ? first : `${first} ${second}`;
}

function durationParts(ms: number, locale: string): string[] {
  const unit = (value: number, name: string, digits = 0) => formatUnit(value, name, locale, digits);
  if (ms < 1000) return [unit(Math.round(ms), 'millisecond')];
  const seconds = ms / 1000;
  if (seconds < 60) return [unit(seconds, 'second', 1)];
  if (seconds < 3600)
    return [unit(Math.floor(seconds / 60), 'minute'), unit(Math.floor(seconds % 60), 'second')];
  if (seconds < 86_400)
    return [unit(Math.floor(seconds / 3600), 'hour'), unit(Math.floor(seconds / 60) % 60, 'minute')];
  return [unit(Math.floor(seconds / 86_400), 'day'), unit(Math.floor(seconds / 3600) % 24, 'hour')];
}
