/** Where a CPU profile spent its time, by function, with the names of our own sources. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';

/** Not work of the service: waiting, and the profiler's own start and stop. */
const NOT_OURS = /^(?:\(idle\)|dispatch {2}$)/;

/** Functions with their own time and the time with all they call, the longest own time first. */
export function functionTimes(profile, { bundle, root }) {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  const place = ({ url, lineNumber, columnNumber }) => {
    if (!url.endsWith(bundle)) return url.replace(/^.*node_modules\//, '').replace(/^file:\/\//, '');
    const { originalSource, originalLine } = map.findEntry(lineNumber, columnNumber);
    if (originalSource === undefined) return 'main.mjs';
    const file = new URL(originalSource, `file://${bundle}`).pathname;
    return `${relative(root, file)}:${originalLine + 1}`;
  };
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const functions = new Map();
  for (const node of profile.nodes) {
    const name = `${node.callFrame.functionName || '(anonymous)'}  ${place(node.callFrame)}`;
    if (!functions.has(name)) functions.set(name, { name, own: 0, whole: 0 });
    node.of = functions.get(name);
    for (const child of node.children ?? []) nodes.get(child).parent = node;
  }
  let total = 0;
  profile.samples.forEach((id, index) => {
    const node = nodes.get(id);
    if (NOT_OURS.test(node.of.name)) return;
    const ms = profile.timeDeltas[index] / 1000;
    total += ms;
    node.of.own += ms;
    const seen = new Set(); // a function that calls itself counts once
    for (let at = node; at; at = at.parent) {
      if (!seen.has(at.of)) at.of.whole += ms;
      seen.add(at.of);
    }
  });
  return { total, functions: [...functions.values()].sort((a, b) => b.own - a.own) };
}

/** Own times by package: ours, those from npm, and Node itself. */
export function byPackage(functions) {
  const sums = new Map();
  for (const { name, own } of functions) {
    const place = name.slice(name.indexOf('  ') + 2);
    const [first, second] = place.split('/');
    const owner =
      place === '' || place.startsWith('node:')
        ? 'Node and V8'
        : /^(?:packages|apps)$/.test(first) || first.startsWith('@')
          ? `${first}/${second}`
          : first;
    sums.set(owner, (sums.get(owner) ?? 0) + own);
  }
  return [...sums].map(([name, own]) => ({ name, own })).sort((a, b) => b.own - a.own);
}
