import type { GraphMatch } from '@weftwork/editor';

/** What stands around a match, cut to a line. */
export interface MatchSnippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Enough to recognise the place; more does not fit beside the name of the node. */
const AROUND = 24;

export function snippetOf({ text, from, to }: GraphMatch): MatchSnippet {
  const start = Math.max(0, from - AROUND);
  const end = Math.min(text.length, to + AROUND);
  const line = (part: string) => part.replace(/\s+/g, ' ');
  return {
    before: `${start > 0 ? '…' : ''}${line(text.slice(start, from))}`,
    match: line(text.slice(from, to)),
    after: `${line(text.slice(to, end))}${end < text.length ? '…' : ''}`,
  };
}

/** JSON Pointer from the node to the field that holds the match. */
export function fieldOf({ part, path }: GraphMatch): string {
  if (part !== 'config') return `/${part}`;
  const steps = path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return `/config/${steps.join('/')}`;
}
