import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { JsonObject, WorkflowGraph } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { moveNodes } from '../actions/move';
import { renameNodeId } from '../actions/rename-node-id';
import { tidy } from '../actions/tidy';
import { applyDiff } from '../diff';
import { type NodeOptions, sketch } from '../testing';
import { countChanges, diffGraphs } from './diff-graphs';
import { graphTexts } from './secrets';

type Options = Readonly<Record<string, NodeOptions>>;

const graph = (text: string, options: Options = {}): WorkflowGraph => sketch(text, options).graph;

/** A diff as lines: `+ node a`, `~ node a config.url "x" -> "y"`. */
function told(before: WorkflowGraph, after: WorkflowGraph): string[] {
  const diff = diffGraphs(before, after, nodeDefinitions);
  const value = (each: unknown) => (each === undefined ? 'none' : JSON.stringify(each));
  const SIGN = { added: '+', removed: '-', changed: '~' } as const;
  return [
    ...diff.workflow.map(
      (field) => `~ ${field.path.join('.')} ${value(field.before)} -> ${value(field.after)}`,
    ),
    ...diff.nodes.flatMap(({ kind, node, formerId, fields }) => [
      ...(kind === 'changed' && formerId === undefined
        ? []
        : [`${SIGN[kind]} node ${node.id}${formerId ? ` was ${formerId}` : ''}`]),
      ...fields.map(({ path, secret, before: old, after: now }) =>
        secret
          ? `~ ${node.id} ${path.join('.')} secret`
          : `~ ${node.id} ${path.join('.')} ${value(old)} -> ${value(now)}`,
      ),
    ]),
    ...diff.edges.map((edge) => `${SIGN[edge.kind]} edge ${edge.source}.${edge.sourceHandle}>${edge.target}`),
  ];
}

const http = (config: JsonObject, rest: NodeOptions = {}): NodeOptions => ({ type: 'http', config, ...rest });
const gate = (op: string, right: number) => ({
  cases: [
    { id: 'good', when: { left: '{{ nodes.a.data.score }}', op, right } },
    { id: 'fair', when: '{{ nodes.a.data.score > 0.2 }}' },
  ],
});

describe('diffGraphs', () => {
  it.each<[string, WorkflowGraph, WorkflowGraph, string[]]>([
    ['nothing for equal graphs', graph('start>a a>output'), graph('start>a a>output'), []],
    [
      'nodes and edges that came and went',
      graph('start>a a>output'),
      graph('start>b b>output'),
      [
        '+ node b',
        '- node a',
        '+ edge start.default>b',
        '+ edge b.default>output',
        '- edge start.default>a',
        '- edge a.default>output',
      ],
    ],
    [
      'one field of a config at any depth',
      graph('a', { a: http({ url: 'x', query: { page: 1, size: 5 } }) }),
      graph('a', { a: http({ url: 'x', query: { page: 2, size: 5 } }) }),
      ['~ a config.query.page 1 -> 2'],
    ],
    [
      'fields that came and went',
      graph('a', { a: http({ url: 'x', maxBytes: 5 }) }),
      graph('a', { a: http({ url: 'x', expect: '2xx' }) }),
      ['~ a config.expect none -> "2xx"', '~ a config.maxBytes 5 -> none'],
    ],
    [
      'policies, name and loop of a node',
      graph('a l', { a: http({}), l: { type: 'loop' } }),
      graph('a l', {
        a: http(
          {},
          {
            name: 'Ask',
            parentId: 'l',
            onError: 'branch',
            timeoutSeconds: 5,
            retry: { maxAttempts: 3, backoffSeconds: 1, maxBackoffSeconds: 60, retryOn: [] },
          },
        ),
        l: { type: 'loop' },
      }),
      [
        '~ a name "A" -> "Ask"',
        '~ a parentId none -> "l"',
        '~ a timeoutSeconds none -> 5',
        '~ a retry.maxAttempts 1 -> 3',
        '~ a onError "fail" -> "branch"',
      ],
    ],
    [
      'a condition as a whole, by the id of its case',
      graph('a>c', { c: { type: 'condition', config: gate('gte', 0.7) } }),
      graph('a>c', { c: { type: 'condition', config: gate('gte', 0.8) } }),
      [
        '~ c config.cases.good.when {"left":"{{ nodes.a.data.score }}","op":"gte","right":0.7} -> {"left":"{{ nodes.a.data.score }}","op":"gte","right":0.8}',
      ],
    ],
    [
      'settings and schemas of the workflow',
      graph('a'),
      {
        ...graph('a'),
        name: 'V',
        settings: { ...graph('a').settings, runTimeoutSeconds: 900 },
        inputSchema: { type: 'object' },
      },
      [
        '~ name "W" -> "V"',
        '~ inputSchema.type none -> "object"',
        '~ settings.runTimeoutSeconds 1800 -> 900',
      ],
    ],
    [
      'another order of the same nodes, since outputs are merged in it',
      graph('a b'),
      graph('b a'),
      ['~ order ["a","b"] -> ["b","a"]'],
    ],
    [
      'no edge that was drawn anew between the same ports',
      graph('a>b b>c'),
      { ...graph('a>b b>c'), edges: graph('b>c a>b').edges.map((edge, at) => ({ ...edge, id: `new${at}` })) },
      [],
    ],
  ])('tells %s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  it('tells no move, no resize and no tidying', () => {
    const before = sketch('start>a a>b b>output', { a: http({ url: 'x' }) });
    const moved = applyDiff(before, moveNodes(before, { a: { x: 999, y: -5 } }));
    const tidied = applyDiff(moved, tidy(moved, nodeDefinitions, { maxWidth: 500 }));
    expect(countChanges(diffGraphs(before.graph, tidied.graph, nodeDefinitions))).toBe(0);
  });

  it('tells a node under another id as renamed, and not what followed from it', () => {
    const before = sketch('start>a a>b', { b: { config: { value: { x: '{{ nodes.a.data.y }}' } } } });
    const after = applyDiff(before, renameNodeId(before, nodeDefinitions, 'a', 'fetched'));
    expect(told(before.graph, after.graph)).toEqual(['~ node fetched was a']);
  });

  it('says of a secret only that it changed, also where a credential was typed in', () => {
    const one = graph('a', {
      a: http({ headers: { authorization: { $secret: 'ONE' }, 'x-api-key': 'k1', accept: 'a' } }),
    });
    const two = graph('a', {
      a: http({ headers: { authorization: { $secret: 'TWO' }, 'x-api-key': 'k2', accept: 'b' } }),
    });
    expect(told(one, two)).toEqual([
      '~ a config.headers.authorization secret',
      '~ a config.headers.x-api-key secret',
      '~ a config.headers.accept "a" -> "b"',
    ]);
    expect(told(graph('a', { a: http({}) }), one).join()).not.toMatch(/ONE|k1/);
    const texts = graphTexts(one, two);
    expect(texts.join()).not.toMatch(/ONE|TWO|k1|k2/);
    expect(texts[0]).toContain('"authorization": "•••"');
    expect(texts[1]).toContain('"authorization": "••• ≠"');
  });
});
