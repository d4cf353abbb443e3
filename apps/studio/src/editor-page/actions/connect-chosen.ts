import { canConnect, connect, indexOf, outputHandles, type Port } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { Spline } from 'lucide-react';
import type { EditorState } from '../editor-store';
import { defineAction } from './editor-action';

/** The edge from the first of two selected nodes to the second: from its first free output that may lead there. */
function edgeBetween({ chosen, document }: EditorState): { from: Port; to: Port } | undefined {
  const [source, target] = [...chosen.nodes];
  if (source === undefined || target === undefined || chosen.nodes.size !== 2) return undefined;
  const { nodes, out } = indexOf(document.graph);
  const node = nodes.get(source);
  if (!node) return undefined;
  const to = { nodeId: target };
  const used = new Set((out.get(source) ?? []).map((edge) => edge.sourceHandle ?? 'default'));
  const ports = outputHandles(nodeDefinitions, node)
    .map((handle) => ({ nodeId: source, handle }))
    .filter((from) => canConnect(document, nodeDefinitions, from, to).ok);
  const from = ports.find(({ handle }) => !used.has(handle)) ?? ports[0];
  return from && { from, to };
}

export const connectChosenAction = defineAction({
  id: 'connectChosen',
  group: 'edit',
  Icon: Spline,
  keys: [],
  reach: 'canvas',
  enabled: (state) => edgeBetween(state) !== undefined,
  run({ store }) {
    const wish = edgeBetween(store.getState());
    if (wish) store.getState().act('connect', (now) => connect(now, nodeDefinitions, wish.from, wish.to));
  },
});
