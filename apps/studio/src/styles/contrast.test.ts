import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* The colour pairs of tokens.css against WCAG 2.2 AA, in both themes. */

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function colours(selector: string): Record<string, string> {
  const start = css.indexOf(selector);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--wf-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1], match[2]]),
  );
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Words need 4.5; borders that carry meaning, signs, focus rings and edges 3. */
const TEXT = 4.5;
const SHAPE = 3;

const grounds = ['surface', 'surface-2', 'canvas'];
const each = (list: string[], pair: (name: string) => [string, string, number][]) => list.flatMap(pair);

const pairs: [string, string, number][] = [
  ...each(['text', 'text-2', 'text-3', 'accent'], (fg) =>
    [...grounds, 'surface-3', 'app'].map((bg) => [fg, bg, TEXT]),
  ),
  ...each(['idle', 'running', 'completed', 'failed', 'waiting'], (status) => [
    [`${status}-fg`, `${status}-bg`, TEXT],
    [`${status}-fg`, 'surface', TEXT],
    ...grounds.map((bg): [string, string, number] => [`${status}-line`, bg, SHAPE]),
  ]),
  ...each(['running', 'completed', 'failed', 'waiting'], (status) => [
    ['on-status', `${status}-line`, SHAPE],
  ]),
  ...each(['accent-bg', 'failed-bg', 'waiting-bg', 'completed-bg'], (bg) =>
    ['text', 'text-2', 'text-3'].map((fg) => [fg, bg, TEXT]),
  ),
  ...each(['waiting-fg', 'failed-fg', 'completed-fg', 'accent', 'text'], (fg) => [[fg, 'accent-bg', TEXT]]),
  ...each(grounds, (bg) => [
    ['error-path', bg, SHAPE],
    ['focus', bg, SHAPE],
  ]),
  ...each(['flow', 'people', 'data', 'ai', 'code'], (kind) => [
    [`kind-${kind}`, 'surface', TEXT],
    [`kind-${kind}`, 'surface-3', SHAPE],
  ]),
  ['failed-fg', 'waiting-bg', TEXT],
  ['skipped-fg', 'canvas', TEXT],
  ['skipped-fg', 'surface', TEXT],
  ['skipped-line', 'canvas', SHAPE],
  ['stale-fg', 'surface', TEXT],
  ['on-accent', 'accent-solid', TEXT],
  ['on-accent', 'accent-solid-hover', TEXT],
  ['error-path', 'error-path-bg', TEXT],
  ['error-path', 'surface', TEXT],
  ['edge-idle', 'canvas', SHAPE],
  ['line-control', 'surface', SHAPE],
  ['line-control', 'surface-2', SHAPE],
];

describe.each([
  ['light', '[data-theme="light"]'],
  ['dark', '\n[data-theme="dark"]'],
])('the colours of the %s theme', (_, selector) => {
  const theme = colours(selector);

  it('can be told apart wherever they meet', () => {
    const weak = pairs.filter(([fg, bg, need]) => ratio(theme[fg] ?? '', theme[bg] ?? '') < need);
    expect(weak).toEqual([]);
    expect(pairs.every(([fg, bg]) => theme[fg] && theme[bg])).toBe(true);
  });
});
