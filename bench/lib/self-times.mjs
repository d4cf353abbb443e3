/** Where a CPU profile spent its time, by function, with the names of our own sources. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';

/** Functions by self time, the longest first, without idle time. */
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
    if (name.startsWith('(idle)')) return;
    const micros = profile.timeDeltas[index];
    total += micros;
    times.set(name, (times.get(name) ?? 0) + micros);
  });
  return [...times]
    .map(([name, micros]) => ({ name, share: micros / total, ms: micros / 1000 }))
    .sort((a, b) => b.ms - a.ms);
}
