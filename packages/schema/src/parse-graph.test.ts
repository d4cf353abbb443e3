import { describe, expect, it } from 'vitest';
import { safeParseGraph } from './parse-graph';
import { parseGraphText, parseJsonText } from './parse-graph-text';

const base = () => ({
  schemaVersion: '1.0',
  id: 'w',
  name: 'W',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    { id: 'output', type: 'output', name: 'Output', config: {} },
  ] as Record<string, unknown>[],
  edges: [{ id: 'e', source: 'start', target: 'output' }] as Record<string, unknown>[],
});

function problems(change: (document: ReturnType<typeof base> & Record<string, unknown>) => void): string[] {
  const document = base();
  change(document);
  const parsed = safeParseGraph(document);
  return parsed.ok ? [] : parsed.issues.map((issue) => `${issue.code} ${issue.path}`);
}

describe('a graph document', () => {
  it('gets its defaults written out', () => {
    const parsed = safeParseGraph(base());
    expect(parsed.ok && parsed.graph.settings).toEqual({
      runTimeoutSeconds: 1800,
      nodeTimeoutSeconds: 300,
      maxSteps: 200,
      maxLoopIterations: 5,
      maxParallelism: 4,
    });
    expect(parsed.ok && parsed.graph.nodes[0]).toMatchObject({ onError: 'fail' });
  });

  it('may spell typed fields in snake_case, and is camelCase afterwards', () => {
    const parsed = safeParseGraph({
      schema_version: '1.0',
      id: 'w',
      name: 'W',
      input_schema: { max_items: 1 },
      nodes: [
        {
          id: 'a',
          type: 'http',
          name: 'A',
          config: { max_bytes: 1 },
          on_error: 'branch',
          retry: { max_attempts: 3 },
        },
      ],
      edges: [{ id: 'e', source: 'a', source_handle: 'error', target: 'b' }],
      settings: { max_steps: 9 },
    });
    expect(parsed.ok && parsed.graph).toMatchObject({
      inputSchema: { max_items: 1 },
      nodes: [{ config: { max_bytes: 1 }, onError: 'branch', retry: { maxAttempts: 3 } }],
      edges: [{ sourceHandle: 'error' }],
      settings: { maxSteps: 9 },
    });
  });

  it.each<[string, (document: ReturnType<typeof base> & Record<string, unknown>) => void, string[]]>([
    [
      'another version',
      (d) => Object.assign(d, { schemaVersion: '1.7' }),
      ['UNSUPPORTED_SCHEMA_VERSION /schemaVersion'],
    ],
    ['an unknown top field', (d) => Object.assign(d, { color: 1 }), ['UNKNOWN_FIELD /color']],
    [
      'an unknown node field',
      (d) => Object.assign(d.nodes[0]!, { position: {} }),
      ['UNKNOWN_FIELD /nodes/0/position'],
    ],
    [
      'an unknown node type',
      (d) => Object.assign(d.nodes[1]!, { type: 'webhook' }),
      ['UNKNOWN_NODE_TYPE /nodes/1/type'],
    ],
    ['a missing name', (d) => delete d.nodes[0]!.name, ['MISSING_FIELD /nodes/0/name']],
    ['an id with a blank', (d) => Object.assign(d.nodes[0]!, { id: 'a b' }), ['INVALID_ID /nodes/0/id']],
    [
      'both spellings at once',
      (d) => Object.assign(d.nodes[0]!, { onError: 'fail', on_error: 'fail' }),
      ['DUPLICATE_FIELD /nodes/0/on_error'],
    ],
    [
      'a text for a number',
      (d) => Object.assign(d, { settings: { maxSteps: 'many' } }),
      ['INVALID_FIELD /settings/maxSteps'],
    ],
    [
      'several at once',
      (d) => {
        Object.assign(d, { color: 1 });
        delete d.edges[0]!.source;
      },
      ['MISSING_FIELD /edges/0/source', 'UNKNOWN_FIELD /color'],
    ],
    [
      'a number that loses digits',
      (d) => Object.assign(d.nodes[0]!, { config: { n: 2 ** 60 } }),
      ['NUMBER_NOT_EXACT /nodes/0/config/n'],
    ],
    ['1e300', (d) => Object.assign(d, { inputSchema: { n: 1e300 } }), ['NUMBER_NOT_EXACT /inputSchema/n']],
    [
      'a tiny double',
      (d) => Object.assign(d, { inputSchema: { n: 1e-7 } }),
      ['NUMBER_NOT_EXACT /inputSchema/n'],
    ],
    ['half a surrogate pair', (d) => Object.assign(d, { name: '\ud800' }), ['LONE_SURROGATE /name']],
    ['the character U+0000', (d) => Object.assign(d, { name: 'a\u0000' }), ['NULL_CHARACTER /name']],
    [
      'the key __proto__',
      (d) => Object.assign(d, { inputSchema: JSON.parse('{"__proto__": {"x": 1}}') }),
      ['FORBIDDEN_KEY /inputSchema/__proto__'],
    ],
  ])('with %s is refused at its path', (_, change, wanted) => {
    expect(problems(change).sort()).toEqual(wanted);
  });

  it('nested deeper than 100 levels is refused', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100; depth += 1) value = [value];
    expect(problems((d) => Object.assign(d, { inputSchema: { value } }))).toHaveLength(1);
    expect(problems((d) => Object.assign(d, { inputSchema: { value } }))[0]).toMatch(/^TOO_DEEP /);
  });

  it('takes ids of any script', () => {
    expect(
      problems((d) => {
        d.nodes[0]!.id = '开始';
        d.edges[0]!.source = '开始';
      }),
    ).toEqual([]);
  });

  it('with a key that stands twice is refused in a file', () => {
    const text = JSON.stringify(base()).replace('"name":"W"', '"name":"W","name":"X"');
    const parsed = parseGraphText(text);
    expect(parsed.ok ? [] : parsed.issues).toMatchObject([{ code: 'DUPLICATE_KEY', path: '/name' }]);
  });

  it('with an integer too large is refused in a file, as it is written there', () => {
    const { duplicates, unsafeIntegers } = parseJsonText(
      '{"a":[1,9007199254740993,1e300],"b":-9007199254740991}',
    );
    expect(duplicates).toEqual([]);
    expect(unsafeIntegers).toMatchObject([
      { code: 'NUMBER_NOT_EXACT', path: '/a/1', message: expect.stringContaining('9007199254740993 ') },
    ]);
  });

  it('that is no JSON says where', () => {
    expect(() => parseGraphText('{\n  "a": }')).toThrow(/line 2, column 8/);
  });
});
