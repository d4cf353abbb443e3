import type { OpenTask } from './open-tasks';

/** What the inbox shows: a task, that the one at hand is no longer open, that its run could not be read, or nothing. */
export type AtHand =
  | { readonly kind: 'task'; readonly task: OpenTask }
  | { readonly kind: 'gone' | 'unread'; readonly runId: string }
  | { readonly kind: 'none' };

/**
 * No task takes the place of another by itself, however urgent: somebody may be writing an answer or about to press. Only
 * one's own answer leads to the next.
 */
export function taskAtHand(
  inbox: { readonly tasks: readonly OpenTask[]; readonly unread: readonly string[] },
  view: {
    /** The key that the address names. */
    readonly asked: string | undefined;
    /** The key of what was shown last. */
    readonly held: string | undefined;
    /** Keys of what was answered here; the list may not know yet. */
    readonly answered: ReadonlySet<string>;
  },
): AtHand {
  const open = inbox.tasks.filter(({ key }) => !view.answered.has(key));
  const wanted = [view.asked, view.held].find((key) => key !== undefined && !view.answered.has(key));
  if (wanted === undefined) return open[0] ? { kind: 'task', task: open[0] } : { kind: 'none' };
  const task = open.find(({ key }) => key === wanted);
  if (task) return { kind: 'task', task };
  const runId = wanted.slice(0, wanted.indexOf(' '));
  return { kind: inbox.unread.includes(runId) ? 'unread' : 'gone', runId };
}
