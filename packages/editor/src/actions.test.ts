import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { canonicalText, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import {
  addConnectedNode,
  addNode,
  applyDiff,
  type CanvasDocument,
  canConnect,
  canRenameNodeId,
  columnJobs,
  copyText,
  createHistory,
  duplicate,
  type EditorDiff,
  insertOnEdge,
  makeRoom,
  moveNodes,
  openDocument,
  orphanHandles,
  type PasteOptions,
  pasteText,
  perform,
  placeMissing,
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
import { edgesText, sketch } from './testing';

const at = { x: 0, y: 0 };
const cases = (...ids: string[]) => ({ cases: ids.map((id) => ({ id, when: 'inputs.n > 1' })) });

describe('canConnect', () => {
  const loop = { type: 'loop', config: { over: 'count', count: 2 } } as const;
  const document = sketch('start>a a>b c.yes>d', {
    c: { type: 'condition', config: cases('yes') },
    l: loop,
    inner: { parentId: 'l' },
    branchy: { type: 'http', config: { method: 'GET', url: 'https://example.org' }, onError: 'branch' },
    output: { type: 'output', config: { value: {} } },
  });
  it.each([
    ['a', undefined, 'c', 'ok'],
    ['a', undefined, 'a', 'same_node'],
    ['a', undefined, 'b', 'duplicate'],
    ['b', undefined, 'a', 'cycle'],
    ['a', undefined, 'start', 'no_input'],
    ['a', undefined, 'inner', 'other_container'],
    ['inner', undefined, 'output', 'other_container'],
    ['output', undefined, 'b', 'unknown_handle'],
    ['c', undefined, 'a', 'unknown_handle'],
    ['c', 'else', 'd', 'ok'],
    ['c', 'yes', 'd', 'duplicate'],
    ['a', 'error', 'd', 'unknown_handle'],
    ['branchy', 'error', 'd', 'ok'],
    ['gone', undefined, 'd', 'missing_node'],
  ])('%s.%s to %s: %s', (source, handle, target, expected) => {
    const answer = canConnect(
      document,
      definitions,
      { nodeId: source, ...(handle ? { handle } : {}) },
      { nodeId: target },
    );
    expect(answer.ok ? 'ok' : answer.reason).toBe(expected);
  });
});

describe('adding', () => {
  it('appends a node with a free id and the palette config of its type', () => {
    const before = sketch('start>transform');
    const { diff, id } = addNode(before, definitions, { type: 'transform', name: 'T', at });
    expect(id).toBe('transform_2');
    expect(applyDiff(before, diff).graph.nodes.at(-1)).toMatchObject({ id, type: 'transform', name: 'T' });
  });

  it('connects a node added behind an output', () => {
    const before = sketch('start>c', { c: { type: 'condition', config: cases('yes') } });
    const { diff } = addConnectedNode(
      before,
      definitions,
      { type: 'merge', name: 'M', at },
      { nodeId: 'c', handle: 'else' },
    );
    expect(edgesText(applyDiff(before, diff))).toBe('start>c c.else>merge');
  });

  it('inserts a node on an edge, which keeps its id and output', () => {
    const before = sketch('start>c c.yes>z', { c: { type: 'condition', config: cases('yes') } });
    const { diff } = insertOnEdge(before, definitions, { type: 'merge', name: 'M', at }, 'e2');
    expect(edgesText(applyDiff(before, diff))).toBe('start>c c.yes>merge merge>z');
  });
});

describe('making room', () => {
  it('moves the target and all behind it when a node is put between close neighbours', () => {
    const before = sketch('start>a a>b x>b');
    const wish = { type: 'merge', name: 'M', at: { x: 240, y: 0 } } as const;
    const { layout } = applyDiff(before, insertOnEdge(before, definitions, wish, 'e1', 248).diff);
    expect([layout.nodes.start!.x, layout.nodes.a!.x, layout.nodes.b!.x, layout.nodes.x!.x]).toEqual([
      0, 488, 728, 720,
    ]);
  });
});

describe('a loop that grows', () => {
  it('pushes what stands right of it and below it, at every depth', () => {
    const before = sketch('o', {
      o: { type: 'loop' },
      l: { type: 'loop', parentId: 'o' },
      a: { parentId: 'l' },
      r: {},
      d: {},
    });
    const at = {
      o: { x: 0, y: 0 },
      l: { x: 40, y: 80 },
      a: { x: 40, y: 80 },
      r: { x: 400, y: 0 },
      d: { x: 0, y: 300 },
    };
    const drawn = { ...before, layout: { nodes: at } };
    const moved = applyDiff(drawn, moveNodes(drawn, { a: { x: 240, y: 180 } }));
    const { nodes } = makeRoom(drawn, moved, definitions).layout;
    expect(nodes.a).toEqual({ x: 240, y: 180 });
    expect(nodes.r!.x).toBeGreaterThan(at.r.x);
    expect(nodes.r!.y).toBe(0);
    expect(nodes.d!.y).toBeGreaterThan(at.d.y);
    expect(makeRoom(drawn, drawn, definitions)).toBe(drawn);
  });
});

describe('removing', () => {
  it('takes edges and bodies along, and closes the chain when asked', () => {
    const before = sketch('start>a a>b b>output x', { l: { type: 'loop' }, x: { parentId: 'l' } });
    const apply = (diff: EditorDiff) => applyDiff(before, diff);
    expect(edgesText(apply(remove(before, definitions, { nodes: ['a'], edges: [] })))).toBe('b>output');
    const closed = apply(remove(before, definitions, { nodes: ['a', 'b'], edges: [] }, { reconnect: true }));
    expect(edgesText(closed)).toBe('start>output');
    const without = apply(remove(before, definitions, { nodes: ['l'], edges: [] }));
    expect(without.graph.nodes.map((node) => node.id)).not.toContain('x');
    expect(without.layout.nodes.x).toBeUndefined();
  });
});

describe('B66: outputs that change under their edges', () => {
  const before = sketch('start>c c.a>x c.b>y c.else>z', {
    c: { type: 'condition', config: cases('a', 'b') },
  });
  const setCases = (value: JsonValue) => setConfigField(before, definitions, 'c', ['cases'], value);

  it('lets edges follow a renamed case', () => {
    const after = applyDiff(before, setCases(cases('a', 'beta').cases));
    expect(edgesText(after)).toBe('start>c c.a>x c.beta>y c.else>z');
  });

  it('takes the edges of a removed case away in the same step and brings them back in place', () => {
    const history = perform(createHistory(before), { label: 'edit', diff: setCases(cases('b').cases) });
    expect(edgesText(history.document)).toBe('start>c c.b>y c.else>z');
    expect(undo(history).document).toEqual(before);
  });

  it('takes the error edge away with the branch option', () => {
    const branch = sketch('a.error>x a>y', { a: { type: 'http', onError: 'branch' } });
    expect(edgesText(applyDiff(branch, setNodeOption(branch, definitions, 'a', { onError: 'fail' })))).toBe(
      'a>y',
    );
  });

  it('lists outputs of a stored graph that only its edges know', () => {
    const stored = sketch('c.gone>x', { c: { type: 'condition', config: cases('a') } });
    expect(orphanHandles(definitions, stored.graph, stored.graph.nodes[0]!)).toEqual(['gone']);
  });
});

describe('renaming an id', () => {
  const before = sketch('set>set1 set1>c c.yes>x', {
    set1: { config: { value: { a: '{{ nodes.set.data.x }} {{ nodes.set1.data.x }} nodes.set.data' } } },
    c: {
      type: 'condition',
      config: { cases: [{ id: 'yes', when: 'nodes.set.data.n > nodes.set1.data.n' }] },
    },
  });
  const history = perform(createHistory(before), {
    label: 'rename',
    diff: renameNodeId(before, definitions, 'set', '取数'),
  });

  it('B17: updates exact references only, in one step', () => {
    const { graph } = history.document;
    expect(graph.nodes.map((node) => node.id)).toEqual(['取数', 'set1', 'c', 'x']);
    expect(graph.nodes[1]!.config).toEqual({
      value: { a: '{{ nodes.取数.data.x }} {{ nodes.set1.data.x }} nodes.set.data' },
    });
    expect(graph.nodes[2]!.config).toEqual({
      cases: [{ id: 'yes', when: 'nodes.取数.data.n > nodes.set1.data.n' }],
    });
    expect(edgesText(history.document)).toBe('取数>set1 set1>c c.yes>x');
    expect(history.document.layout.nodes.取数).toEqual({ x: 0, y: 0 });
    expect(undo(history).document).toEqual(before);
  });

  it('refuses an id in use', () => {
    expect(renameNodeId(before, definitions, 'set', 'set1').nodes).toEqual([]);
  });
});

describe('B48: copy and paste', () => {
  const mustPaste = (into: CanvasDocument, text: string, options: PasteOptions = {}) => {
    const answer = pasteText(into, definitions, text, options);
    if (!answer.ok) throw new Error(`It was refused: ${answer.issue?.message}`);
    return answer;
  };

  const before = sketch('start>l l>output a>b b>c', {
    l: { type: 'loop', config: { over: 'count', count: 2, collect: '{{ nodes.c.data.x }}' } },
    a: { parentId: 'l', config: { value: { i: '{{ nodes.l.data.index }}', s: '{{ nodes.start.data.q }}' } } },
    b: { parentId: 'l', config: { value: { x: '{{ nodes.a.data.i }}' } } },
    c: { parentId: 'l' },
  });

  it('gives a loop and its body new ids with edges and inner references, and keeps outer references', () => {
    const pasted = mustPaste(before, copyText(before, definitions, ['l']).text);
    const { graph, layout } = applyDiff(before, pasted.diff);
    const copies = Object.fromEntries(graph.nodes.slice(-4).map((node) => [node.id, node]));
    expect(Object.keys(copies)).toEqual(['l_2', 'a_2', 'b_2', 'c_2']);
    expect(copies.l_2!.config.collect).toBe('{{ nodes.c_2.data.x }}');
    expect(copies.a_2).toMatchObject({
      parentId: 'l_2',
      config: { value: { i: '{{ nodes.l_2.data.index }}', s: '{{ nodes.start.data.q }}' } },
    });
    expect(copies.b_2!.config).toEqual({ value: { x: '{{ nodes.a_2.data.i }}' } });
    expect(graph.edges.slice(-2).map((edge) => `${edge.source}>${edge.target}`)).toEqual([
      'a_2>b_2',
      'b_2>c_2',
    ]);
    expect(new Set(graph.edges.map((edge) => edge.id)).size).toBe(graph.edges.length);
    expect(layout.nodes.a_2).toEqual(before.layout.nodes.a);
    expect(pasted.ids).toEqual(['l_2']);
  });

  it('duplicates inside a loop beside the original', () => {
    const made = duplicate(before, definitions, ['a'], 'l');
    const after = applyDiff(before, made.diff);
    expect(after.graph.nodes.at(-1)).toMatchObject({ id: 'a_2', parentId: 'l' });
    const [old, copy] = [before.layout.nodes.a!, after.layout.nodes.a_2!];
    expect([copy.x - old.x, copy.y - old.y]).toEqual([32, 32]);
  });

  it('leaves a second start and an output in a loop out', () => {
    const { text } = copyText(before, definitions, ['start', 'output', 'a']);
    const pasted = mustPaste(before, text, { parentId: 'l' });
    expect(pasted.skipped).toEqual(['start', 'output']);
    expect(pasted.ids).toEqual(['a_2']);
  });

  it.each(['hello', '[]', '{"nodes": []}', '{"graph": {"nodes": 3}}'])('finds no graph in %s', (text) => {
    expect(pasteText(before, definitions, text)).toEqual({ ok: false, issue: undefined });
  });

  const node = (more: string) => `{"nodes": [{"id": "n", "type": "transform", "name": "N", ${more}}]}`;
  it.each([
    [node('"config": {"value": {"n": 9007199254740993}}'), 'NUMBER_NOT_EXACT', '9007199254740993'],
    [node('"config": {"value": 1, "value": 2}'), 'DUPLICATE_KEY', '"value"'],
    [node('"config": {"__proto__": 1}'), 'FORBIDDEN_KEY', '__proto__'],
    [node('"config": {}, "colour": "red"'), 'UNKNOWN_FIELD', '"colour"'],
    ['{"nodes": [{"id": 1}]}', 'INVALID_ID', '"id" is 1'],
    [
      '{"nodes": [{"id": "a", "type": "merge", "name": "", "config": {}}, {"id": "a", "type": "merge", "name": "", "config": {}}]}',
      'DUPLICATE_NODE_ID',
      '"a"',
    ],
    ['{"schemaVersion": "2.0", "nodes": [{}]}', 'UNSUPPORTED_SCHEMA_VERSION', '"2.0"'],
  ])('refuses %s as an import does', (text, code, says) => {
    const answer = pasteText(before, definitions, text);
    expect(answer).toMatchObject({ ok: false, issue: { code } });
    expect(!answer.ok && answer.issue?.message).toContain(says);
  });

  const plain = (id: string, more: object = {}) => ({ id, type: 'transform', name: id, config: {}, ...more });
  const placesAfter = (text: object) => {
    const after = applyDiff(before, mustPaste(before, JSON.stringify(text)).diff);
    return after.graph.nodes.slice(before.graph.nodes.length).map(({ id }) => after.layout.nodes[id]!);
  };

  it.each([
    ['none', undefined],
    ['places that are no numbers', { a: { x: 'left', y: null }, b: 7, c: null }],
    [
      'places out of all reach',
      { a: { x: 1e300, y: 0 }, b: { x: 0, y: -1e9 }, c: { x: 0, y: 0, width: 1e12 } },
    ],
  ])('lays out what came with %s', (_, nodes) => {
    const places = placesAfter({
      graph: {
        nodes: [plain('a'), plain('b'), plain('c')],
        edges: [
          { id: '1', source: 'a', target: 'b' },
          { id: '2', source: 'b', target: 'c' },
        ],
      },
      layout: { nodes },
    });
    expect(places.map(({ x }) => x)).toEqual([32, 280, 528]);
    expect(places.every(({ y }) => y === 32)).toBe(true);
  });

  it('takes loops that stand in each other out of one another', () => {
    const loop = (id: string, parentId: string) => plain(id, { type: 'loop', parentId });
    const text = JSON.stringify({
      nodes: [
        loop('p', 'q'),
        loop('q', 'p'),
        plain('in', { parentId: 'q' }),
        plain('of', { parentId: 'in' }),
      ],
    });
    const made = mustPaste(before, text);
    expect(
      applyDiff(before, made.diff)
        .graph.nodes.slice(-4)
        .map((each) => each.parentId),
    ).toEqual([undefined, undefined, 'q', undefined]);
  });

  it('bears ids that objects have as members', () => {
    const ids = ['constructor', 'toString', '__proto__'];
    const places = placesAfter({ nodes: ids.map((id) => plain(id)) });
    expect(places.map(({ x, y }) => Number.isFinite(x + y))).toEqual([true, true, true]);
    expect(mustPaste(before, JSON.stringify({ nodes: ids.map((id) => plain(id)) })).ids).toEqual([
      'constructor',
      'toString',
      '__proto___2',
    ]);
    expect(canRenameNodeId(before, 'a', '__proto__')).toEqual({ ok: false, reason: 'invalid_id' });
  });

  it('B47: takes no credential along that was typed in, and keeps it in the workflow itself', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Api-Key': '{{ inputs.key }}', accept: 'text/plain' };
    const calling = sketch('start>call', { call: { type: 'http', config: { method: 'GET', headers } } });
    const { text, whole } = copyText(calling, definitions, ['call']);
    expect(text).not.toContain('Bearer');
    expect(JSON.parse(text).graph.nodes[0].config.headers).toEqual({
      ...headers,
      Authorization: { $secret: 'AUTHORIZATION' },
    });
    expect(JSON.parse(whole).graph.nodes[0].config.headers).toEqual(headers);
    const copy = applyDiff(calling, duplicate(calling, definitions, ['call']).diff).graph.nodes.at(-1);
    expect(copy?.config.headers).toEqual(headers);
  });
});

describe('moving into and out of a loop', () => {
  it('drops edges that would cross the border and never puts a loop into itself', () => {
    const before = sketch('start>a a>b b>output', {
      l: { type: 'loop' },
      m: { type: 'loop', parentId: 'l' },
    });
    const inside = applyDiff(before, setParent(before, ['a', 'b'], 'l', { a: { x: 40, y: 80 } }));
    expect(edgesText(inside)).toBe('a>b');
    expect(inside.layout.nodes.a).toEqual({ x: 40, y: 80 });
    expect(setParent(before, ['l'], 'm', {}).nodes).toEqual([]);
    const out = applyDiff(inside, setParent(inside, ['b'], undefined, {}));
    expect(out.graph.nodes.find((node) => node.id === 'b')).not.toHaveProperty('parentId');
  });
});

describe('history', () => {
  it('B49: add, edit three fields, move, undo x5, redo x5 gives the same canonical text', () => {
    let history = createHistory(sketch('start>output'));
    const edit = (diffOf: (document: typeof history.document) => EditorDiff) => {
      history = perform(history, { label: 'edit', diff: diffOf(history.document) });
    };
    edit((document) => addNode(document, definitions, { type: 'http', name: 'Fetch', at }).diff);
    edit((document) => setConfigField(document, definitions, 'http', ['url'], 'https://example.org'));
    edit((document) => setConfigField(document, definitions, 'http', ['query', 'q'], '{{ inputs.q }}'));
    edit((document) => setNodeOption(document, definitions, 'http', { timeoutSeconds: 9 }));
    edit((document) => moveNodes(document, { http: { x: 8, y: 16 } }));
    const edited = history.document;
    const original = canonicalText(sketch('start>output').graph);
    for (let step = 0; step < 5; step += 1) history = undo(history);
    expect(canonicalText(history.document.graph)).toBe(original);
    for (let step = 0; step < 5; step += 1) history = redo(history);
    expect(canonicalText(history.document.graph)).toBe(canonicalText(edited.graph));
    expect(history.document).toEqual(edited);
    expect(history.document).not.toBe(edited);
  });

  it('makes no step of an edit that says the same, nor of a gesture that ends where it began', () => {
    const document = sketch('a', { a: { config: { value: { x: [1, { y: 2 }] } } } });
    const put = (value: JsonValue, now: CanvasDocument) =>
      setConfigField(now, definitions, 'a', ['value'], value);
    const first = createHistory(document);
    const again = put({ x: [1, { y: 2 }] }, document);
    expect(perform(first, { label: 'config', diff: again })).toBe(first);
    const order = put({ y: 1, x: 2 }, applyDiff(document, put({ x: 2, y: 1 }, document)));
    expect(perform(first, { label: 'config', diff: order }).past).toHaveLength(1);
    const typed = ['xa', 'x'].reduce(
      (history, name) =>
        perform(history, {
          label: 'rename',
          diff: setGraph(history.document, { name }),
          gesture: 'name',
        }),
      perform(first, { label: 'rename', diff: setGraph(document, { name: 'x' }) }),
    );
    expect([typed.past.length, typed.document.graph.name]).toEqual([1, 'x']);
  });

  it('joins edits of one gesture into one step', () => {
    let history = createHistory(sketch('start>output'));
    for (const name of ['R', 'Re', 'Rep']) {
      history = perform(history, {
        label: 'name',
        gesture: 'name',
        diff: setGraph(history.document, { name }),
      });
    }
    expect(history.past).toHaveLength(1);
    expect(undo(history).document.graph.name).toBe('W');
  });

  it('keeps the redo steps when an edit changes nothing', () => {
    const first = perform(createHistory(sketch('start>output')), {
      label: 'name',
      diff: setGraph(sketch('').graph.nodes.length === 0 ? sketch('start>output') : sketch(''), {
        name: 'X',
      }),
    });
    const back = undo(first);
    expect(perform(back, { label: 'none', diff: moveNodes(back.document, {}) })).toBe(back);
  });
});

describe('opening and tidying', () => {
  it('opens a draft with unknown types and missing fields and keeps what it does not know', () => {
    const { graph } = openDocument({ nodes: [{ id: 'x', type: 'teleport', beam: 3 }], edges: [{ id: 'e' }] });
    expect(graph.nodes[0]).toMatchObject({ id: 'x', type: 'teleport', beam: 3, config: {}, name: 'x' });
    expect(graph.settings.maxSteps).toBe(200);
  });

  it('lays out so that no two nodes of a container overlap, loops around their bodies', () => {
    const bare = sketch('start>a start>b a>l b>l l>output p>q p>r', {
      l: { type: 'loop' },
      p: { parentId: 'l' },
      q: { parentId: 'l' },
      r: { parentId: 'l' },
    });
    const placed = placeMissing({ ...bare, layout: { nodes: {} } }, definitions);
    expect(Object.keys(placed.layout.nodes)).toHaveLength(bare.graph.nodes.length);
    const x = (id: string) => placed.layout.nodes[id]!.x;
    expect(x('start')).toBeLessThan(x('a'));
    expect(x('a')).toBe(x('b'));
    expect(Math.abs(placed.layout.nodes.q!.y - placed.layout.nodes.r!.y)).toBeGreaterThanOrEqual(80);
    expect(tidy(placed, definitions).places).toEqual({});
  });

  it('breaks a long chain into rows', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const chain = sketch(
      ids
        .slice(1)
        .map((id, index) => `${ids[index]}>${id}`)
        .join(' '),
    );
    const laid = applyDiff(chain, tidy(chain, definitions));
    const places = Object.values(laid.layout.nodes);
    expect(Math.max(...places.map((place) => place.x))).toBeLessThan(1180);
    const rows = [...new Set(places.map((place) => place.y))].sort((a, b) => a - b);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows[1]! - rows[0]!).toBe(80 + 40); // a card, and the way back between the rows
  });

  it('takes columns that somebody else found, and breaks them into rows all the same', () => {
    const fan = sketch('s>a s>b a>e b>e');
    const [job] = columnJobs(fan);
    expect(job).toMatchObject({ container: '', nodes: ['s', 'a', 'b', 'e'] });
    expect(job!.edges).toHaveLength(4);
    const columns = new Map([['', [['s'], ['b', 'a'], ['e']]]]);
    const { nodes } = applyDiff(fan, tidy(fan, definitions, { columns })).layout;
    expect(nodes.b!.y).toBeLessThan(nodes.a!.y);
    expect(nodes.a!.x).toBe(nodes.b!.x);
  });
});
