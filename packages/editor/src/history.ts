import { applyDiff, diffBetween, type EditorDiff, invertDiff, isEmptyDiff, withoutSame } from './diff';
import type { CanvasDocument } from './document';

export interface HistoryStep {
  /** What was done, as a key of the catalogue, for "Undo: move". */
  readonly label: string;
  readonly diff: EditorDiff;
  /** Steps with the same gesture join: typing in a field is one step until another gesture begins. */
  readonly gesture?: string;
}

/** The document with what led to it. Selection and viewport are no part of it. */
export interface EditorHistory {
  readonly document: CanvasDocument;
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

/** Enough for an afternoon; older steps fall off so that a long session does not grow without end. */
const MAX_STEPS = 300;

export function createHistory(document: CanvasDocument): EditorHistory {
  return { document, past: [], future: [] };
}

/** Does an edit. One that changes nothing leaves the history as it was, the redo steps included. */
export function perform(history: EditorHistory, made: HistoryStep): EditorHistory {
  const step = { ...made, diff: withoutSame(made.diff) };
  if (isEmptyDiff(step.diff)) return history;
  const document = applyDiff(history.document, step.diff);
  const last = history.past.at(-1);
  if (last && step.gesture !== undefined && last.gesture === step.gesture && history.future.length === 0) {
    const before = applyDiff(history.document, invertDiff(last.diff));
    const diff = withoutSame(diffBetween(before, document));
    // A gesture that ends where it began is no step.
    const joined = isEmptyDiff(diff) ? [] : [{ ...last, diff }];
    return { document, past: [...history.past.slice(0, -1), ...joined], future: [] };
  }
  return { document, past: [...history.past, step].slice(-MAX_STEPS), future: [] };
}

/** Ends the running gesture, so that the next edit is a step of its own. */
export function endGesture(history: EditorHistory): EditorHistory {
  const last = history.past.at(-1);
  if (last?.gesture === undefined) return history;
  const { gesture: _, ...ended } = last;
  return { ...history, past: [...history.past.slice(0, -1), ended] };
}

export function undo(history: EditorHistory): EditorHistory {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    document: applyDiff(history.document, invertDiff(step.diff)),
    past: history.past.slice(0, -1),
    future: [step, ...history.future],
  };
}

export function redo(history: EditorHistory): EditorHistory {
  const [step, ...future] = history.future;
  if (!step) return history;
  return {
    document: applyDiff(history.document, step.diff),
    past: [...history.past, { label: step.label, diff: step.diff }],
    future,
  };
}
