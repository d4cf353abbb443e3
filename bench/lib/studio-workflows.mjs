/** Workflows of any size for the editor: rows of different nodes, with branches that join again. */

const NODES = [
  { type: 'transform', config: { value: { text: 'Hello', count: 3 } } },
  { type: 'http', config: { method: 'GET', url: 'https://example.org/items' }, retry: { maxAttempts: 3 } },
  { type: 'code', config: { language: 'javascript', source: 'return { ok: true };' } },
  {
    type: 'condition',
    config: {
      cases: [
        { id: 'many', when: 'inputs.n > 1' },
        { id: 'few', when: 'inputs.n < 1' },
      ],
    },
  },
];

export function chainWorkflow(size) {
  const nodes = [{ id: 'start', type: 'start', name: 'Input', config: {} }];
  const edges = [];
  const join = (source, target, sourceHandle) =>
    edges.push({ id: `e${edges.length + 1}`, source, target, ...(sourceHandle ? { sourceHandle } : {}) });
  for (let number = 1; number < size - 1; number += 1) {
    const kind = NODES[(number - 1) % NODES.length];
    nodes.push({ id: `n${number}`, name: `Step ${number}`, ...kind });
    const before = nodes.at(-2);
    join(before.id, `n${number}`, before.type === 'condition' ? 'many' : undefined);
    const other = nodes.at(-4);
    if (other?.type === 'condition') join(other.id, `n${number}`, 'else');
  }
  nodes.push({ id: 'output', type: 'output', name: 'Output', config: { value: { done: true } } });
  const last = nodes.at(-2);
  join(last.id, 'output', last.type === 'condition' ? 'many' : undefined);
  return { schemaVersion: '1.0', id: `bench-studio-${size}`, name: `Studio ${size}`, nodes, edges };
}

/** A loop that calls an address `times` times, four at once, before a chain that makes the graph large. */
export function streamingWorkflow(size, times) {
  const url = 'http://127.0.0.1:18080/';
  const nodes = [
    { id: 'start', type: 'start', name: 'Input', config: {} },
    { id: 'loop', type: 'loop', name: 'Loop', config: { over: 'count', count: times, concurrency: 4 } },
    { id: 'call', type: 'http', name: 'Call', parentId: 'loop', config: { method: 'GET', url } },
  ];
  const edges = [{ id: 'e1', source: 'start', target: 'loop' }];
  let before = 'loop';
  for (let number = 1; number < size - 3; number += 1) {
    nodes.push({ id: `n${number}`, type: 'transform', name: `Step ${number}`, config: { value: { a: 1 } } });
    edges.push({ id: `e${edges.length + 1}`, source: before, target: `n${number}` });
    before = `n${number}`;
  }
  nodes.push({ id: 'output', type: 'output', name: 'Output', config: { value: { done: true } } });
  edges.push({ id: `e${edges.length + 1}`, source: before, target: 'output' });
  return {
    schemaVersion: '1.0',
    id: 'bench-studio-stream',
    name: 'Stream',
    nodes,
    edges,
    settings: { maxLoopIterations: times, maxSteps: 10_000 },
  };
}
