import {
  absolutePlace,
  addConnectedNode,
  addNode,
  CARD,
  type CanvasDocument,
  canRemove,
  copyText,
  type Direction,
  duplicate,
  extend,
  indexOf,
  insertOnEdge,
  isContainer,
  LOOP,
  nodeSize,
  type Point,
  pasteText,
  remove,
  rootsOf,
  type Size,
  tidy,
  walk,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import type { EditorStore } from './editor-store';

/*
 * What a person does in the editor, each once: menus, keys, palette and canvas all call these.
 */

/** What the next node follows: an output, an edge it goes into, or nothing. */
export type AddPlace =
  | { readonly kind: 'output'; readonly nodeId: string; readonly handle: string }
  | { readonly kind: 'edge'; readonly edgeId: string }
  | { readonly kind: 'free'; readonly at: Point; readonly parentId?: string };

const GAP = 56;
const GRID = 8;
const snap = (length: number) => Math.round(length / GRID) * GRID;

export function addAt(store: EditorStore, type: NodeType, name: string, place: AddPlace): string | undefined {
  const { document, act } = store.getState();
  const { nodes, edges } = indexOf(document.graph);
  const edge = place.kind === 'edge' ? edges.get(place.edgeId) : undefined;
  const source =
    place.kind === 'free' ? undefined : nodes.get(edge?.source ?? ('nodeId' in place ? place.nodeId : ''));
  if (place.kind !== 'free' && !source) return undefined;
  const parentId = place.kind === 'free' ? place.parentId : source?.parentId;
  const wish = (at: Point) => ({ type, name, at: snapped(at), ...(parentId ? { parentId } : {}) });
  let id: string | undefined;
  act('add', (now) => {
    let added: ReturnType<typeof addNode>;
    if (place.kind === 'free') {
      added = addNode(now, nodeDefinitions, wish(place.at));
    } else if (place.kind === 'edge') {
      const { at, push } = between(document, source!.id, edge!.target, sizeOfNew(type));
      added = insertOnEdge(now, nodeDefinitions, wish(at), place.edgeId, push);
    } else {
      const at = freeSpot(document, rightOf(document, source!.id), sizeOfNew(type), parentId);
      added = addConnectedNode(now, nodeDefinitions, wish(at), {
        nodeId: place.nodeId,
        handle: place.handle,
      });
    }
    id = added.id;
    return added.diff;
  });
  if (id !== undefined) store.getState().choose([id]);
  return id;
}

const snapped = ({ x, y }: Point): Point => ({ x: snap(x), y: snap(y) });

function rightOf(document: CanvasDocument, id: string): Point {
  const at = document.layout.nodes[id] ?? { x: 0, y: 0 };
  return {
    x: at.x + nodeSize(document, nodeDefinitions, indexOf(document.graph).nodes.get(id)!).width + GAP,
    y: at.y,
  };
}

/** How large a fresh node of a type is. */
function sizeOfNew(type: NodeType): Size {
  return nodeDefinitions[type].kind === 'loop'
    ? { width: LOOP.minWidth, height: LOOP.minHeight }
    : { width: CARD.width, height: 80 };
}

/** The first place at or below a point where a card overlaps nothing. */
export function freeSpot(document: CanvasDocument, wish: Point, size: Size, parentId?: string): Point {
  const spot: { x: number; y: number } = snapped(wish);
  const others = indexOf(document.graph).children.get(parentId ?? '') ?? [];
  for (let tries = 0; tries <= others.length; tries += 1) {
    const blocked = others.find((node) => {
      const place = document.layout.nodes[node.id];
      if (!place) return false;
      const box = nodeSize(document, nodeDefinitions, node);
      return (
        spot.x < place.x + box.width + 16 &&
        spot.x + size.width + 16 > place.x &&
        spot.y < place.y + box.height + 16 &&
        spot.y + size.height + 16 > place.y
      );
    });
    if (!blocked) break;
    spot.y = snap(
      document.layout.nodes[blocked.id]!.y + nodeSize(document, nodeDefinitions, blocked).height + 24,
    );
  }
  return spot;
}

/** The middle of an edge, or where its target stands when there is too little room: then the target moves on. */
function between(
  document: CanvasDocument,
  sourceId: string,
  targetId: string,
  size: Size,
): { at: Point; push: number } {
  const from = rightOf(document, sourceId);
  const target = document.layout.nodes[targetId] ?? from;
  const room = target.x - (from.x - GAP);
  if (room >= size.width + 2 * 32) {
    const at = { x: from.x - GAP + (room - size.width) / 2, y: target.y };
    const free = freeSpot(document, at, size, indexOf(document.graph).nodes.get(targetId)?.parentId);
    return { at: free, push: 0 };
  }
  // Backwards or close: the new node takes the target's place in its row.
  return { at: target, push: size.width + GAP };
}

/** Adds behind the selected node: at its first free output, else into its edge; without a selection at `at`. */
export function addFromPalette(
  store: EditorStore,
  type: NodeType,
  name: string,
  at: Point,
): string | undefined {
  const { chosen, document } = store.getState();
  const [only] = chosen.nodes;
  const { nodes, out } = indexOf(document.graph);
  const node = only !== undefined && chosen.nodes.size === 1 ? nodes.get(only) : undefined;
  const definition = nodeDefinitions[type];
  const mayFollow = definition.hasInput && (node?.parentId === undefined || definition.allowedInLoop);
  if (node && mayFollow) {
    const leaving = out.get(node.id) ?? [];
    const used = new Set(leaving.map((edge) => edge.sourceHandle ?? 'default'));
    const free = nodeDefinitions[node.type]?.handles(node.config).find((handle) => !used.has(handle));
    if (free !== undefined)
      return addAt(store, type, name, { kind: 'output', nodeId: node.id, handle: free });
    const passes = definition.handles(definition.initialConfig).length > 0;
    if (leaving.length === 1 && passes)
      return addAt(store, type, name, { kind: 'edge', edgeId: leaving[0]!.id });
  }
  return addAt(store, type, name, { kind: 'free', at: freeSpot(document, at, sizeOfNew(type)) });
}

/** Drops a new node: into the loop under the point if it may stand there. */
export function dropNew(store: EditorStore, type: NodeType, name: string, at: Point): void {
  const loop = nodeDefinitions[type].allowedInLoop ? loopAt(store, at) : undefined;
  if (loop === undefined) {
    addAt(store, type, name, { kind: 'free', at });
    return;
  }
  const origin = absolutePlace(store.getState().document, loop);
  addAt(store, type, name, {
    kind: 'free',
    parentId: loop,
    at: {
      x: Math.max(LOOP.padding, at.x - origin.x),
      y: Math.max(LOOP.header + LOOP.padding, at.y - origin.y),
    },
  });
}

/** The innermost loop whose body holds a point of the canvas. `except` and what it holds are passed over. */
export function loopAt(
  store: EditorStore,
  at: Point,
  except: ReadonlySet<string> = new Set(),
): string | undefined {
  const { document } = store.getState();
  let found: string | undefined;
  let area = Number.POSITIVE_INFINITY;
  for (const node of document.graph.nodes) {
    if (!isContainer(nodeDefinitions, node) || except.has(node.id)) continue;
    const corner = absolutePlace(document, node.id);
    const size = nodeSize(document, nodeDefinitions, node);
    const inside =
      at.x > corner.x &&
      at.x < corner.x + size.width &&
      at.y > corner.y + LOOP.header &&
      at.y < corner.y + size.height;
    if (inside && size.width * size.height < area) {
      area = size.width * size.height;
      found = node.id;
    }
  }
  return found;
}

export function removeChosen(store: EditorStore, reconnect: boolean): void {
  const { chosen, document, act, choose } = store.getState();
  const nodes = [...chosen.nodes].filter((id) => canRemove(document, nodeDefinitions, id));
  act('remove', (now) => remove(now, nodeDefinitions, { nodes, edges: [...chosen.edges] }, { reconnect }));
  choose([]);
}

export function chosenText(store: EditorStore): string | undefined {
  const { chosen, document } = store.getState();
  return chosen.nodes.size === 0 ? undefined : copyText(document, [...chosen.nodes]);
}

/** Pastes graph text; false when the text is none. */
export function paste(store: EditorStore, text: string, at: Point | undefined): boolean {
  const { document, act } = store.getState();
  const pasted = pasteText(document, nodeDefinitions, text, at ? { at: snapped(at) } : {});
  if (!pasted) return false;
  act('paste', () => pasted.diff, { select: pasted.ids });
  return true;
}

export function duplicateChosen(store: EditorStore): void {
  const { chosen, document, act } = store.getState();
  const roots = rootsOf(document, [...chosen.nodes]);
  if (roots.length === 0) return;
  const parents = new Set(roots.map((id) => indexOf(document.graph).nodes.get(id)?.parentId));
  const [parentId] = parents.size === 1 ? parents : [undefined];
  const copy = duplicate(document, nodeDefinitions, [...chosen.nodes], parentId);
  act('duplicate', () => copy.diff, { select: copy.ids });
}

export function chooseAll(store: EditorStore): void {
  const { document, choose } = store.getState();
  choose(
    document.graph.nodes.map((node) => node.id),
    document.graph.edges.map((edge) => edge.id),
  );
}

export function tidyAll(store: EditorStore): void {
  const { chosen, act } = store.getState();
  const only = chosen.nodes.size > 1 ? chosen.nodes : undefined;
  act('tidy', (document) => tidy(document, nodeDefinitions, only ? { only } : {}));
}

/** Walks to the next node, or with `grow` takes all up or down stream into the selection. */
export function walkChosen(store: EditorStore, direction: Direction, grow: boolean): string | undefined {
  const { chosen, document, choose } = store.getState();
  const from = [...chosen.nodes].at(-1);
  if (grow) {
    choose(extend(document, [...chosen.nodes], direction));
    return undefined;
  }
  const next = from === undefined ? document.graph.nodes[0]?.id : walk(document, from, direction);
  if (next !== undefined) choose([next]);
  return next;
}
