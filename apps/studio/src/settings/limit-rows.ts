import type { Limits, OpenRuns } from '../api/types';

export interface LimitRow {
  /** Absent for the workspace as a whole. */
  readonly workflowId?: string;
  readonly name: string;
  readonly open: Omit<OpenRuns, 'workflowId'>;
  readonly maxRunning: number | null;
}

const NONE = { running: 0, queued: 0, waiting: 0 };

/** The workspace first, then workflows that have a limit or open runs, then the others; each by name. */
export function limitRows(
  limits: Limits,
  workflows: readonly { readonly id: string; readonly name: string }[],
  words: { readonly workspace: string; readonly locale: string },
): { readonly whole: LimitRow; readonly workflows: readonly LimitRow[] } {
  const names = new Map(workflows.map(({ id, name }) => [id, name]));
  const open = new Map(limits.open.map(({ workflowId, ...counts }) => [workflowId, counts]));
  const set = new Map(limits.workflows.map(({ workflowId, maxRunning }) => [workflowId, maxRunning]));
  // A deleted workflow may still have runs that go on.
  const ids = new Set([...open.keys(), ...set.keys(), ...names.keys()]);
  const rows = [...ids].map((workflowId) => ({
    workflowId,
    name: names.get(workflowId) || workflowId,
    open: open.get(workflowId) ?? NONE,
    maxRunning: set.get(workflowId) ?? null,
  }));
  const order = new Intl.Collator(words.locale);
  const quiet = ({ workflowId }: { workflowId: string }) =>
    Number(!open.has(workflowId) && !set.has(workflowId));
  rows.sort((a, b) => quiet(a) - quiet(b) || order.compare(a.name, b.name));
  return {
    whole: {
      name: words.workspace,
      open: [...open.values()].reduce(added, NONE),
      maxRunning: limits.maxRunning,
    },
    workflows: rows,
  };
}

function added(a: LimitRow['open'], b: LimitRow['open']): LimitRow['open'] {
  return { running: a.running + b.running, queued: a.queued + b.queued, waiting: a.waiting + b.waiting };
}

/** The contract's bounds. */
export const MOST_RUNNING = 1_000_000;

/** A limit as it was typed: null for none, undefined for what is no limit. */
export function parseLimit(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= 1 && value <= MOST_RUNNING ? value : undefined;
}
