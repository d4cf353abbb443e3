/** What has not ended, in the words of the three indexes that hold it: `phase IS NOT NULL` would read every run. */
export function isOpen(runs = 'runs'): string {
  return `(${runs}.phase = 'ready' OR ${runs}.phase = 'leased' OR ${runs}.phase = 'parked')`;
}
