/** Where a CPU profile spent its time, by function, with the names of our own sources. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';

/** Not work of the service: waiting, and the profiler's own start and stop. */
const NOT_OURS = /^(?:\(idle\)|dispatch {2}$)/;

/** Functions by self time, the longest first. */
export function selfTimes(profile, { bundle, root }) {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  const place = ({ url, lineNumber, columnNumber }) => {
    if (!url.endsWith(bundle)) return url.replace(/^.*node_modules\//, '').replace(/^file:\/\//, '');
    const { originalSource, originalLine } = map.findEntry(lineNumber, columnNumber);
    if (originalSource === undefined) return 'main.mjs';
    const file = new URL(originalSource, `file://${bundle}`).pathname;
    return `${relative(root, file)}:${originalLine + 1}`;
  };
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => [
      id,
      `${callFrame.functionName || '(anonymous)'}  ${place(callFrame)}`,
    ]),
  );
  const times = new Map();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const name = names.get(id);
    if (NOT_OURS.test(name)) return;
    const micros = profile.timeDeltas[index];
    total += micros;
    times.set(name, (times.get(name) ?? 0) + micros);
  });
  return [...times]
    .map(([name, micros]) => ({ name, share: micros / total, ms: micros / 1000 }))
    .sort((a, b) => b.ms - a.ms);
}

/** The same by package: ours, those from npm, and Node itself. */
export function byPackage(times) {
  const sums = new Map();
  for (const { name, share, ms } of times) {
    const place = name.slice(name.indexOf('  ') + 2);
    const [first, second] = place.split('/');
    const owner =
      place === '' || place.startsWith('node:')
        ? 'Node and V8'
        : /^(?:packages|apps)$/.test(first) || first.startsWith('@')
          ? `${first}/${second}`
          : first;
    const sum = sums.get(owner) ?? { name: owner, share: 0, ms: 0 };
    sums.set(owner, { name: owner, share: sum.share + share, ms: sum.ms + ms });
  }
  return [...sums.values()].sort((a, b) => b.ms - a.ms);
}
