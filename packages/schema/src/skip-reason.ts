/** Why an edge into a skipped node brought nothing. */
export type SkipCause =
  | { readonly kind: 'skipped'; readonly nodeId: string }
  | { readonly kind: 'not_taken'; readonly nodeId: string; readonly handle: string };

/** A reason names a few; further ones say nothing new. */
const MOST_NAMED = 3;
const SKIPPED = /^(\S+) was skipped$/;
const NOT_TAKEN = /^(\S+) did not take (\S+)$/;

/**
 * The reason of a `node.skipped` event: a sentence for people that `readSkipReason` takes apart again, so that a log can
 * be read as it is and in any language. Ids and handles hold no blanks.
 */
export function writeSkipReason(causes: readonly SkipCause[]): string {
  const sentences = causes.map((cause) =>
    cause.kind === 'skipped' ? `${cause.nodeId} was skipped` : `${cause.nodeId} did not take ${cause.handle}`,
  );
  return [...new Set(sentences)].slice(0, MOST_NAMED).join(', ');
}

/** The causes of a reason, or undefined for a text that is none. */
export function readSkipReason(reason: string): readonly SkipCause[] | undefined {
  const causes: SkipCause[] = [];
  for (const sentence of reason.split(', ')) {
    const skipped = SKIPPED.exec(sentence);
    const notTaken = NOT_TAKEN.exec(sentence);
    if (skipped) causes.push({ kind: 'skipped', nodeId: skipped[1]! });
    else if (notTaken) causes.push({ kind: 'not_taken', nodeId: notTaken[1]!, handle: notTaken[2]! });
    else return undefined;
  }
  return causes;
}
