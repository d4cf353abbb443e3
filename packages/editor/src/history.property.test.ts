import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { canonicalText } from '@weftwork/schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_DIFF } from './diff';
import {
  addNode,
  applyDiff,
  type CanvasDocument,
  connect,
  copyText,
  createHistory,
  type EditorDiff,
  insertOnEdge,
  invertDiff,
  moveNodes,
  pasteText,
  perform,
  redo,
  remove,
  renameNodeId,
  setConfigField,
  setGraph,
  setNodeOption,
  setParent,
  tidy,
  undo,
} from './index';
import { sketch } from './testing';

const base = () =>
  sketch('start>a a>c c.yes>b c.else>l b>output l>output x>y', {
    c: { type: 'condition', config: { cases: [{ id: 'yes', when: 'nodes.a.data.n > 1' }] } },
    l: { type: 'loop', config: { over: 'count', count: '{{ nodes.a.data.n }}' } },
    x: { parentId: 'l', config: { value: { i: '{{ nodes.l.data.index }}' } } },
    y: { parentId: 'l' },
  });

const index = fc.nat({ max: 30 });
const TYPES = ['http', 'transform', 'condition', 'loop', 'merge', 'human_input'] as const;

type Edit = (document: CanvasDocument) => EditorDiff;
const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)];
const nodeAt = (document: CanvasDocument, at: number) => pick(document.graph.nodes, at)?.id ?? '';

const pasted = (document: CanvasDocument, text: string): EditorDiff => {
  const answer = pasteText(document, definitions, text);
  return answer.ok ? answer.diff : EMPTY_DIFF;
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...TYPES), index).map(
    ([type, x]): Edit =>
      (document) =>
        addNode(document, definitions, { type, name: type, at: { x, y: x } }).diff,
  ),
  fc.tuple(index, index).map(
    ([from, to]): Edit =>
      (document) =>
        connect(document, definitions, { nodeId: nodeAt(document, from) }, { nodeId: nodeAt(document, to) }),
  ),
  fc.tuple(index, fc.boolean()).map(
    ([at, reconnect]): Edit =>
      (document) =>
        remove(document, definitions, { nodes: [nodeAt(document, at)], edges: [] }, { reconnect }),
  ),
  index.map(
    (at): Edit =>
      (document) =>
        remove(document, definitions, { nodes: [], edges: [pick(document.graph.edges, at)?.id ?? ''] }),
  ),
  index.map(
    (at): Edit =>
      (document) =>
        insertOnEdge(
          document,
          definitions,
          { type: 'http', name: 'H', at: { x: 0, y: 0 } },
          pick(document.graph.edges, at)?.id ?? '',
        ).diff,
  ),
  fc.tuple(index, index).map(
    ([at, x]): Edit =>
      (document) =>
        moveNodes(document, { [nodeAt(document, at)]: { x, y: x } }),
  ),
  fc.tuple(index, index).map(
    ([at, name]): Edit =>
      (document) =>
        renameNodeId(document, definitions, nodeAt(document, at), `n${name}`),
  ),
  fc.tuple(index, index).map(
    ([at, into]): Edit =>
      (document) =>
        setParent(document, [nodeAt(document, at)], pick(['l', undefined], into), {}),
  ),
  fc.tuple(index, fc.array(fc.constantFrom('yes', 'no', 'maybe'), { maxLength: 3 })).map(
    ([at, ids]): Edit =>
      (document) =>
        setConfigField(
          document,
          definitions,
          nodeAt(document, at),
          ['cases'],
          ids.map((id) => ({ id, when: 'true' })),
        ),
  ),
  fc.tuple(index, fc.constantFrom('fail' as const, 'branch' as const)).map(
    ([at, onError]): Edit =>
      (document) =>
        setNodeOption(document, definitions, nodeAt(document, at), { onError }),
  ),
  fc.string({ maxLength: 8 }).map(
    (name): Edit =>
      (document) =>
        setGraph(document, { name }),
  ),
  index.map(
    (at): Edit =>
      (document) =>
        pasted(document, copyText(document, definitions, [nodeAt(document, at)]).text),
  ),
  fc.constant<Edit>((document) => tidy(document, definitions)),
);

it('undoes any edit to exactly what was before, order included', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let document = base();
      for (const make of edits) {
        const diff = make(document);
        const next = applyDiff(document, diff);
        expect(applyDiff(next, invertDiff(diff))).toEqual(document);
        document = next;
      }
    }),
    { numRuns: 150, seed: 7 },
  );
});

it('walks back to the first document and forth to the last with the same canonical text', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      let history = createHistory(base());
      for (const make of edits) history = perform(history, { label: 'edit', diff: make(history.document) });
      const last = canonicalText(history.document.graph);
      const steps = history.past.length;
      for (let step = 0; step < steps; step += 1) history = undo(history);
      expect(history.document).toEqual(base());
      for (let step = 0; step < steps; step += 1) history = redo(history);
      expect(canonicalText(history.document.graph)).toBe(last);
    }),
    { numRuns: 100, seed: 11 },
  );
});

it('leaves no edge without its nodes and no two nodes with one id', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 15 }), (edits) => {
      let document = base();
      for (const make of edits) document = applyDiff(document, make(document));
      const ids = document.graph.nodes.map((node) => node.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const edge of document.graph.edges) {
        expect(ids).toContain(edge.source);
        expect(ids).toContain(edge.target);
      }
      for (const node of document.graph.nodes) if (node.parentId) expect(ids).toContain(node.parentId);
    }),
    { numRuns: 100, seed: 11 },
  );
});
