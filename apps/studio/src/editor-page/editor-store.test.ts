import { CARD, moveNodes, openDocument, remove, setNodeOption } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { beforeEach, describe, expect, it } from 'vitest';
import { addAt, addFromPalette, duplicateChosen, removeChosen } from './editor-actions';
import { createEditorStore, type EditorStore } from './editor-store';

let store: EditorStore;
const ids = () => store.getState().document.graph.nodes.map((node) => node.id);
const edges = () => store.getState().document.graph.edges.map((edge) => `${edge.source}>${edge.target}`);
const overlaps = () => {
  const boxes = store.flow.getState().nodes.filter((node) => node.parentId === undefined);
  return boxes.some((a, index) =>
    boxes
      .slice(index + 1)
      .some(
        (b) =>
          a.position.x < b.position.x + b.width! &&
          b.position.x < a.position.x + a.width! &&
          a.position.y < b.position.y + b.height! &&
          b.position.y < a.position.y + a.height!,
      ),
  );
};

beforeEach(() => {
  store = createEditorStore(
    openDocument({
      id: 'w',
      name: 'W',
      nodes: [
        { id: 'start', type: 'start', name: 'Input', config: {} },
        { id: 'output', type: 'output', name: 'Output', config: { value: {} } },
      ],
      edges: [{ id: 'e1', source: 'start', target: 'output' }],
    }),
  );
});

describe('the palette', () => {
  it('puts a node into the edge behind the selection and makes room for it', () => {
    store.getState().choose(['start']);
    addFromPalette(store, 'http', 'Fetch', { x: 0, y: 0 });
    expect(edges()).toEqual(['start>http', 'http>output']);
    expect([...store.getState().chosen.nodes]).toEqual(['http']);
    expect(overlaps()).toBe(false);
  });

  it('puts node after node without overlap, and takes all back step by step', () => {
    for (const type of ['http', 'condition', 'transform', 'loop', 'merge'] as const) {
      addFromPalette(store, type, type, { x: 0, y: 0 });
    }
    expect(ids()).toHaveLength(7);
    expect(overlaps()).toBe(false);
    for (let step = 0; step < 5; step += 1) store.getState().undo();
    expect(ids()).toEqual(['start', 'output']);
  });
});

it('moves the neighbours of a loop aside when its body grows, in the same step', () => {
  addAt(store, 'loop', 'Each', { kind: 'edge', edgeId: 'e1' });
  for (const type of ['agent', 'code', 'http'] as const) {
    const inside = store
      .getState()
      .document.graph.nodes.filter((node) => node.parentId === 'loop')
      .at(-1);
    if (inside) addAt(store, type, type, { kind: 'output', nodeId: inside.id, handle: 'default' });
    else addAt(store, type, type, { kind: 'free', at: { x: 40, y: 88 }, parentId: 'loop' });
  }
  expect(overlaps()).toBe(false);
  store.getState().undo();
  store.getState().undo();
  store.getState().undo();
  expect(ids()).toEqual(['start', 'output', 'loop']);
});

it('keeps the start and removes the rest, closing the chain when asked', () => {
  addAt(store, 'http', 'Fetch', { kind: 'edge', edgeId: 'e1' });
  store.getState().choose(['start', 'http']);
  removeChosen(store, true);
  expect(ids()).toEqual(['start', 'output']);
  expect(edges()).toEqual(['start>output']);
});

it('keeps the identity of what an edit does not touch', () => {
  const before = store.getState();
  const { nodes } = store.flow.getState();
  before.act('move', (document) => moveNodes(document, { output: { x: 400, y: 8 } }));
  const after = store.getState();
  const start = (list: typeof nodes) => list.find((node) => node.id === 'start');
  expect(start(store.flow.getState().nodes)).toBe(start(nodes));
  expect(after.document.graph).toBe(before.document.graph);
});

it('draws again only the card that was renamed, and only the flags of another selection', () => {
  const before = store.flow.getState();
  store
    .getState()
    .act('rename', (document) => setNodeOption(document, nodeDefinitions, 'start', { name: 'Begin' }));
  const renamed = store.flow.getState();
  expect(renamed.nodes.map((node, index) => node === before.nodes[index])).toEqual([false, true]);
  expect(renamed.edges).toBe(before.edges);
  store.getState().choose(['output'], ['e1']);
  const chosen = store.flow.getState();
  expect(chosen.nodes.map((node) => node.selected)).toEqual([false, true]);
  expect(chosen.nodes[0]).toBe(renamed.nodes[0]);
  expect(chosen.nodes[1]).toEqual({ ...renamed.nodes[1], selected: true });
  expect(chosen.edges.map((edge) => edge.selected)).toEqual([true]);
});

it('draws a card anew when an edge from an output that it no longer has is removed', () => {
  store = createEditorStore(
    openDocument({
      id: 'w',
      name: 'W',
      nodes: [
        { id: 'start', type: 'start', name: 'Input', config: {} },
        { id: 'output', type: 'output', name: 'Output', config: { value: {} } },
      ],
      edges: [{ id: 'e1', source: 'start', target: 'output', sourceHandle: 'gone' }],
    }),
  );
  const start = () => store.flow.getState().nodes.find(({ id }) => id === 'start')!;
  const before = start();
  expect(before.handles?.map(({ id }) => id)).toEqual(['default', 'gone']);
  store.getState().act('remove', (now) => remove(now, nodeDefinitions, { nodes: [], edges: ['e1'] }));
  expect(start().handles?.map(({ id }) => id)).toEqual(['default']);
  expect(start().height).toBe(before.height! - CARD.row);
});

describe('what was edited since the last run', () => {
  const stale = () => [...store.getState().stale];
  const graph = () => store.getState().document.graph;

  it('is marked, and no more once it is undone or put back by hand', () => {
    addAt(store, 'http', 'Fetch', { kind: 'edge', edgeId: 'e1' });
    store.getState().markRun(graph(), 'r1');
    duplicateChosen(store);
    expect(stale()).toEqual(['http_2']);
    store.getState().undo();
    expect(stale()).toEqual([]);
    const call = (name: string) =>
      store
        .getState()
        .act('rename', (document) => setNodeOption(document, nodeDefinitions, 'http', { name }));
    call('Ask');
    expect(stale()).toEqual(['http']);
    call('Fetch');
    expect(stale()).toEqual([]);
  });

  it('is known of a run that was opened, by the graph that ran', () => {
    const ran = structuredClone(graph());
    addAt(store, 'http', 'Fetch', { kind: 'edge', edgeId: 'e1' });
    store.getState().markRun(ran);
    expect(stale()).toEqual(['http']);
    expect(store.getState().startedRun).toBeUndefined();
  });
});
