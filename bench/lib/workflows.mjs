/** The workloads as graphs of this product, and chains of any length for the cost of a node. */

const INPUT = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], 'x-order': ['n'] };

const node = (id, type, config, more = {}) => ({ id, type, name: id, config, ...more });
const start = node('start', 'start', {});
const output = (value) => node('output', 'output', { value });
const increment = (id, from) => node(id, 'transform', { value: { n: `{{ ${from} + 1 }}` } });

function graph(id, nodes, edges, settings = {}) {
  return {
    schemaVersion: '1.0',
    id,
    name: id,
    inputSchema: INPUT,
    nodes,
    edges: edges.map(([source, target, sourceHandle], index) => ({
      id: `e${index}`,
      source,
      target,
      ...(sourceHandle === undefined ? {} : { sourceHandle }),
    })),
    settings,
  };
}

const inARow = (ids) => ids.slice(1).map((id, index) => [ids[index], id]);

/** Start, `length` transforms, output. */
export function chain(id, length) {
  const ids = Array.from({ length }, (_, index) => `t${index}`);
  const steps = ids.map((step, index) =>
    increment(step, index === 0 ? 'inputs.n' : `nodes.t${index - 1}.data.n`),
  );
  const last = length === 0 ? '{{ inputs.n }}' : `{{ nodes.t${length - 1}.data.n }}`;
  return graph(
    id,
    [start, ...steps, output({ n: last })],
    inARow(['start', ...ids, 'output']),
    length > 200 ? { maxSteps: length } : {},
  );
}

/** Start, `length` GET calls of which each sends what the last one answered, output. */
export function calls(id, length, url) {
  const ids = Array.from({ length }, (_, index) => `h${index}`);
  const steps = ids.map((step, index) =>
    node(step, 'http', {
      method: 'GET',
      url,
      query: { n: index === 0 ? '{{ inputs.n }}' : `{{ nodes.h${index - 1}.data.body.n }}` },
      expect: '2xx',
    }),
  );
  return graph(
    id,
    [start, ...steps, output({ n: `{{ nodes.h${length - 1}.data.body.n }}` })],
    inARow(['start', ...ids, 'output']),
  );
}

function fanOut(id) {
  const ids = Array.from({ length: 10 }, (_, index) => `t${index}`);
  return graph(
    id,
    [
      start,
      ...ids.map((step) => increment(step, 'inputs.n')),
      node('merge', 'merge', { mode: 'all', value: 'collect' }),
      output({ count: '{{ length(nodes.merge.data.items) }}' }),
    ],
    [...ids.flatMap((step) => [['start', step]]), ...ids.map((step) => [step, 'merge']), ['merge', 'output']],
  );
}

function loop(id) {
  return graph(
    id,
    [
      start,
      node('loop', 'loop', {
        over: 'count',
        count: 100,
        initialState: { n: '{{ inputs.n }}' },
        nextState: { n: '{{ nodes.step.data.n }}' },
      }),
      { ...increment('step', 'nodes.loop.data.state.n'), parentId: 'loop' },
      output({ n: '{{ nodes.loop.data.state.n }}' }),
    ],
    inARow(['start', 'loop', 'output']),
    { maxLoopIterations: 100, maxSteps: 200 },
  );
}

function cascade(id) {
  const ids = Array.from({ length: 5 }, (_, index) => `c${index}`);
  return graph(
    id,
    [
      start,
      ...ids.map((step, index) =>
        node(step, 'condition', { cases: [{ id: 'less', when: `inputs.n < ${index + 1}` }] }),
      ),
      output({ ok: true }),
    ],
    [['start', 'c0'], ...inARow(ids).map((edge) => [...edge, 'less']), ['c4', 'output', 'less']],
  );
}

/** The six workloads by name; `echo` is the address that w6 calls. */
export function workloads(echo) {
  return {
    w1: chain('w1', 10),
    w2: chain('w2', 100),
    w3: fanOut('w3'),
    w4: loop('w4'),
    w5: cascade('w5'),
    w6: calls('w6', 3, echo),
  };
}
