import {
  absolutePlace,
  addConnectedNode,
  addNode,
  applyDiff,
  betweenEnds,
  CARD,
  type CanvasDocument,
  type Copied,
  canRemove,
  columnJobs,
  copyText,
  type Direction,
  definitionOf,
  diffBetween,
  duplicate,
  extend,
  freeSpot,
  indexOf,
  insertOnEdge,
  isContainer,
  LOOP,
  nodeSize,
  type PasteAnswer,
  type Point,
  pasteText,
  remove,
  rightOf,
  rootsOf,
  type Size,
  settle,
  snapPoint,
  tidy,
  walk,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { elkColumns } from '../tidy/elk-columns';
import type { EditorState, EditorStore } from './editor-store';

/*
 * What a person does in the editor, each once: menus, keys, palette and canvas all call these.
 */

/** What the next node follows: an output, an edge it goes into, or nothing. */
export type AddPlace =
  | { readonly kind: 'output'; readonly nodeId: string; readonly handle: string }
  | { readonly kind: 'edge'; readonly edgeId: string }
  | { readonly kind: 'free'; readonly at: Point; readonly parentId?: string };

export function addAt(store: EditorStore, type: NodeType, name: string, place: AddPlace): string | undefined {
  const { document, act } = store.getState();
  const { nodes, edges } = indexOf(document.graph);
  const edge = place.kind === 'edge' ? edges.get(place.edgeId) : undefined;
  const source =
    place.kind === 'free' ? undefined : nodes.get(edge?.source ?? ('nodeId' in place ? place.nodeId : ''));
  if (place.kind !== 'free' && !source) return undefined;
  const parentId = place.kind === 'free' ? place.parentId : source?.parentId;
  const wish = (at: Point) => ({ type, name, at: snapPoint(at), ...(parentId ? { parentId } : {}) });
  let id: string | undefined;
  act('add', (now) => {
    let added: ReturnType<typeof addNode>;
    if (place.kind === 'free') {
      const put = addNode(now, nodeDefinitions, wish(place.at));
      const settled = settle(applyDiff(now, put.diff), nodeDefinitions, [put.id]);
      added = { id: put.id, diff: diffBetween(now, settled) };
    } else if (place.kind === 'edge') {
      const { at, push } = betweenEnds(document, nodeDefinitions, edge!, sizeOfNew(type));
      added = insertOnEdge(now, nodeDefinitions, wish(at), place.edgeId, push);
    } else {
      const at = freeSpot(
        document,
        nodeDefinitions,
        rightOf(document, nodeDefinitions, source!.id),
        sizeOfNew(type),
        parentId,
      );
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

/** How large a fresh node of a type is. */
function sizeOfNew(type: NodeType): Size {
  return nodeDefinitions[type].kind === 'loop'
    ? { width: LOOP.minWidth, height: LOOP.minHeight }
    : { width: CARD.width, height: 80 };
}

/**
 * Adds behind the selected node: at its first free output, else into its edge. Without a selection it goes between the
 * two nodes of a fresh workflow, else to `at`.
 */
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
    const free = definitionOf(nodeDefinitions, node)
      ?.handles(node.config)
      .find((handle) => !used.has(handle));
    if (free !== undefined)
      return addAt(store, type, name, { kind: 'output', nodeId: node.id, handle: free });
    const passes = definition.handles(definition.initialConfig).length > 0;
    if (leaving.length === 1 && passes)
      return addAt(store, type, name, { kind: 'edge', edgeId: leaving[0]!.id });
  }
  const between = chosen.nodes.size === 0 && mayFollow ? onlyEdge(document) : undefined;
  if (between !== undefined) return addAt(store, type, name, { kind: 'edge', edgeId: between });
  return addAt(store, type, name, {
    kind: 'free',
    at: freeSpot(document, nodeDefinitions, at, sizeOfNew(type)),
  });
}

/** The edge of a workflow that is nothing yet but a way from its start to its end. */
function onlyEdge({ graph }: CanvasDocument): string | undefined {
  const [edge] = graph.edges;
  return graph.nodes.length === 2 && graph.edges.length === 1 ? edge?.id : undefined;
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

/** The selected nodes that may go. */
export function removableNodes({ chosen, document }: Pick<EditorState, 'chosen' | 'document'>): string[] {
  return [...chosen.nodes].filter((id) => canRemove(document, nodeDefinitions, id));
}

export function removeChosen(store: EditorStore, reconnect: boolean): void {
  const { chosen, act, choose } = store.getState();
  const nodes = removableNodes(store.getState());
  act('remove', (now) => remove(now, nodeDefinitions, { nodes, edges: [...chosen.edges] }, { reconnect }));
  choose([]);
}

/** What was copied last in each editor, to tell its own text from that of others. */
const copied = new WeakMap<EditorStore, Copied>();

/** The selected nodes as text for the clipboard, from which others may read it: credentials stay here. */
export function chosenText(store: EditorStore): string | undefined {
  const { chosen, document } = store.getState();
  if (chosen.nodes.size === 0) return undefined;
  const made = copyText(document, nodeDefinitions, [...chosen.nodes]);
  copied.set(store, made);
  return made.text;
}

/** Pastes graph text, or says what is wrong with it. What was copied in this editor comes back whole. */
export function paste(store: EditorStore, text: string, at: Point | undefined): PasteAnswer {
  const { document, act } = store.getState();
  const own = copied.get(store);
  const read = own?.text === text ? own.whole : text;
  const pasted = pasteText(document, nodeDefinitions, read, at ? { at: snapPoint(at) } : {});
  if (pasted.ok) act('paste', () => pasted.diff, { select: pasted.ids });
  return pasted;
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

/** Tidies what is chosen, or all of it. The columns come from a worker; what was drawn meanwhile is tidied without. */
export async function tidyAll(store: EditorStore): Promise<void> {
  const { chosen, document: asked, act } = store.getState();
  const only = chosen.nodes.size > 1 ? chosen.nodes : undefined;
  const found = await elkColumns(columnJobs(asked, only));
  act('tidy', (document) => {
    const columns = document.graph === asked.graph ? found : undefined;
    return tidy(document, nodeDefinitions, { ...(only ? { only } : {}), ...(columns ? { columns } : {}) });
  });
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
