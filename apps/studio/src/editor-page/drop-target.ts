import {
  absolutePlace,
  canPutOnEdge,
  containerAfter,
  type Drop,
  drop,
  edgesCutBy,
  type Point,
  withDescendants,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { sceneOf } from '../canvas/far/far-scene';
import type { FlowNode } from '../canvas/flow-elements';
import { edgeUnder } from './edge-under';
import { loopAt } from './editor-actions';
import type { EditorStore } from './editor-store';

/** Where dragged nodes would go if they were let go now: what is under the middle of the first of them. */
export function dropOf(store: EditorStore, moved: readonly FlowNode[], cut: boolean): Drop {
  const { document } = store.getState();
  const places = Object.fromEntries(moved.map((node) => [node.id, placeOnCanvas(store, node)]));
  const [first] = moved;
  const at = first && places[first.id];
  if (!first || !at) return { places, into: undefined, cut };
  const middle = { x: at.x + (first.width ?? 0) / 2, y: at.y + (first.height ?? 0) / 2 };
  const ids = moved.map(({ id }) => id);
  const into = loopAt(store, middle, withDescendants(document.graph, ids));
  const wish: Drop = { places, into, cut };
  const { nodes, edges } = store.flow.getState();
  const edgeId = moved.length === 1 ? edgeUnder(sceneOf(nodes), edges, middle) : undefined;
  const container = { id: containerAfter(document, nodeDefinitions, wish) };
  const fits = edgeId !== undefined && canPutOnEdge(document, nodeDefinitions, first.id, edgeId, container);
  return fits ? { ...wish, edgeId } : wish;
}

/** Ends a drag as one step. False when edges keep the nodes out of what they were let go over. */
export function letGo(store: EditorStore, moved: readonly FlowNode[], cut: boolean): boolean {
  const { document, act } = store.getState();
  const wish = dropOf(store, moved, cut);
  act('move', (now) => drop(now, nodeDefinitions, wish));
  const ids = Object.keys(wish.places);
  const kept = containerAfter(document, nodeDefinitions, wish) !== wish.into;
  return !kept || edgesCutBy(document, ids).length === 0 || wish.into === undefined;
}

function placeOnCanvas(store: EditorStore, { data, position, parentId }: FlowNode): Point {
  const { document } = store.getState();
  const loop = parentId === undefined ? undefined : data.source.parentId;
  const origin = loop === undefined ? { x: 0, y: 0 } : absolutePlace(document, loop);
  return { x: Math.round(position.x + origin.x), y: Math.round(position.y + origin.y) };
}
