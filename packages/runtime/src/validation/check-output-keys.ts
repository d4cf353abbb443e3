import { isJsonObject } from '@weftwork/schema';
import { handlesOf } from './check-edges';
import type { GraphMap, MapNode } from './graph-map';
import type { Report } from './report';
import type { Scopes } from './scopes';

/** A key that two outputs may both set: the later in node order wins, which is worth knowing. */
export function checkOutputKeys(map: GraphMap, scopes: Scopes, report: Report): void {
  const outputs = map.all.filter(({ node }) => node.definition?.kind === 'exit');
  const setBy = new Map<string, MapNode[]>();
  for (const output of outputs) {
    for (const key of keysOf(output)) {
      const earlier = setBy.get(key) ?? [];
      const other = earlier.find((candidate) => !exclude(candidate, output, scopes));
      if (other) {
        const message = `"${other.node.id}" may set "${key}" too; then the value of "${output.node.id}" wins.`;
        report.node(output.node, 'OUTPUT_KEY_CLASH', ['config', 'value', key], message, 'warning');
      }
      if (earlier.length < MAX_COMPARED) setBy.set(key, [...earlier, output]);
    }
  }
}

/** A warning is not worth comparing thousands of outputs with each other. */
const MAX_COMPARED = 20;

function keysOf({ node }: MapNode): string[] {
  return isJsonObject(node.config.value) ? Object.keys(node.config.value) : [];
}

/** Whether two nodes never both run: some node that both depend on leads to them by different handles only. */
function exclude(a: MapNode, b: MapNode, scopes: Scopes): boolean {
  if (a.container !== b.container) return false;
  return a.container.nodes.some((fork) => {
    if (handlesOf(fork.node).length < 2 || !scopes.passes(a, fork) || !scopes.passes(b, fork)) return false;
    const [toA, toB] = [handlesTo(fork, a), handlesTo(fork, b)];
    return [...toA].every((handle) => !toB.has(handle));
  });
}

/** The outputs of a node from which another can be reached. */
function handlesTo(from: MapNode, target: MapNode): Set<string> {
  const reaching = new Set([target]);
  for (const at of reaching) for (const { source } of at.in) reaching.add(source);
  return new Set(from.out.filter((edge) => reaching.has(edge.target)).map((edge) => edge.handle));
}
