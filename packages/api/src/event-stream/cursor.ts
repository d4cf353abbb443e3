/** Where a client stands: after this number. `undefined` for what is no number of an event. */
export function readCursor(lastEventId: string | undefined, after: string | undefined): number | undefined {
  const text = lastEventId ?? after ?? '0';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
