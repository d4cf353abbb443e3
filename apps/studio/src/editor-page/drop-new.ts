import { absolutePlace, indexOf, LOOP, type Point } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { sceneOf } from '../canvas/far/far-scene';
import { edgeUnder } from './edge-under';
import { addAt, loopAt } from './editor-actions';
import type { EditorStore } from './editor-store';

/** So near, in pixels of the screen, must the pointer come to an edge to put a node into it. */
const REACH = 14;

/** From the corner of a new card to the pointer that holds it. */
const GRIP: Point = { x: 24, y: 17 };

/** What takes a new node: the edge or the loop under the pointer, or neither. */
export interface NewNodeTarget {
  readonly edgeId?: string | undefined;
  readonly loopId?: string | undefined;
}

/** Where a node of a type would go if it were let go at a point of the canvas, seen at a zoom. */
export function targetOfNew(store: EditorStore, type: NodeType, pointer: Point, zoom: number): NewNodeTarget {
  const definition = nodeDefinitions[type];
  const { nodes, edges } = store.flow.getState();
  const edgeId = edgeUnder(sceneOf(nodes), edges, pointer, REACH / zoom);
  const inLoop = edgeId !== undefined && parentOfEdge(store, edgeId) !== undefined;
  const leadsOn = definition.hasInput && definition.handles(definition.initialConfig).length > 0;
  if (edgeId !== undefined && leadsOn && (!inLoop || definition.allowedInLoop)) return { edgeId };
  return { loopId: definition.allowedInLoop ? loopAt(store, pointer) : undefined };
}

/** Drops a new node: into the edge or the loop under the pointer, if it may stand there. */
export function dropNew(
  store: EditorStore,
  type: NodeType,
  name: string,
  pointer: Point,
  zoom: number,
): void {
  const { edgeId, loopId } = targetOfNew(store, type, pointer, zoom);
  const at = { x: pointer.x - GRIP.x, y: pointer.y - GRIP.y };
  if (edgeId !== undefined) addAt(store, type, name, { kind: 'edge', edgeId });
  else if (loopId === undefined) addAt(store, type, name, { kind: 'free', at });
  else addAt(store, type, name, { kind: 'free', parentId: loopId, at: withinBody(store, loopId, at) });
}

function parentOfEdge(store: EditorStore, edgeId: string): string | undefined {
  const { nodes, edges } = indexOf(store.getState().document.graph);
  return nodes.get(edges.get(edgeId)?.target ?? '')?.parentId;
}

/** A point of the canvas as a place in the body of a loop, below its header. */
function withinBody(store: EditorStore, loopId: string, at: Point): Point {
  const origin = absolutePlace(store.getState().document, loopId);
  return {
    x: Math.max(LOOP.padding, at.x - origin.x),
    y: Math.max(LOOP.header + LOOP.padding, at.y - origin.y),
  };
}
