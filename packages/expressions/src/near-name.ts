/** Of the names given, the one a mistyped name most likely meant, if any is near enough. */
export function nearName(wanted: string, names: Iterable<string>): string | undefined {
  const limit = wanted.length <= 3 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = limit + 1;
  let seen = 0;
  for (const name of names) {
    // An object may have a great many keys; a hint is not worth more than this.
    if (++seen > 200) break;
    if (Math.abs(name.length - wanted.length) > limit) continue;
    const distance =
      name.toLowerCase() === wanted.toLowerCase() ? 0 : editDistance(wanted.slice(0, 64), name.slice(0, 64));
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
