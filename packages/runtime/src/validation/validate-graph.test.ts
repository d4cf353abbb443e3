import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { ISSUE_CODES, type Issue, type JsonObject, type JsonValue, safeParseGraph } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { DEFAULT_QUOTAS } from '../workflows/quotas';
import type { LoadedWorkflow, ValidationContext } from './context';
import { drawGraph } from './testing/draw-graph';
import { validateGraph } from './validate-graph';

function published(id: string, document: JsonObject): [string, LoadedWorkflow] {
  const parsed = safeParseGraph({ ...document, id });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return [id, { version: { number: 1, graph: parsed.graph } }];
}

const calls = (workflowId: string, more: JsonObject = {}): JsonObject => ({
  type: 'subworkflow',
  config: { workflowId, ...more },
});

const LIBRARY = new Map<string, LoadedWorkflow>([
  ['unpublished', {}],
  published(
    'typed',
    drawGraph(
      'start>out',
      {},
      {
        inputSchema: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } },
        },
      },
    ),
  ),
  published('calls-drawn', drawGraph('start>s>out start>s s>out', { s: calls('drawn') })),
  published('calls-old-drawn', drawGraph('start>s s>out', { s: calls('drawn', { version: 1 }) })),
  published('calls-caller', drawGraph('start>s s>out', { s: calls('calls-drawn') })),
  published('drawn', drawGraph('start>out')),
]);

const CONTEXT: ValidationContext = {
  definitions,
  quotas: { ...DEFAULT_QUOTAS, maxNodes: 12, maxSteps: 500 },
  skills: ['text.statistics'],
  connections: ['demo'],
  providers: ['demo'],
  loadWorkflow: async (id, version) =>
    version === undefined || version === 1 ? LIBRARY.get(id) : LIBRARY.has(id) ? {} : undefined,
};

async function issuesOf(document: unknown): Promise<readonly Issue[]> {
  return (await validateGraph(document, CONTEXT)).issues;
}

const value = (text: JsonValue): JsonObject => ({ config: { value: { x: text } } });
const condition: JsonObject = { type: 'condition', config: { cases: [{ id: 'yes', when: 'true' }] } };
const loop = (config: JsonObject = {}): JsonObject => ({
  type: 'loop',
  config: { over: 'count', count: 2, ...config },
});
const http = (config: JsonObject): JsonObject => ({
  type: 'http',
  config: { method: 'GET', url: 'https://example.com/', ...config },
});
const branches = 'start>c c.yes>a c.else>b a>m b>m m>out';
const race = 'start>a start>b a>m b>m m>t t>out';
const any: JsonObject = { type: 'merge', config: { mode: 'any' } };
const merge: JsonObject = { type: 'merge', config: {} };
const deep = (levels: number): JsonValue => (levels === 0 ? {} : { properties: { a: deep(levels - 1) } });

/** code, what is wrong, graph, where the issue lands. Every code of the catalogue stands here. */
const CASES: [code: string, what: string, document: unknown, ...paths: string[]][] = [
  [
    'FORBIDDEN_KEY',
    'a key __proto__',
    JSON.parse(JSON.stringify(drawGraph('start>out')).replace('"value":{}', '"value":{"__proto__":1}')),
    '/nodes/1/config/value/__proto__',
  ],
  [
    'NUMBER_NOT_EXACT',
    'a number too large',
    drawGraph('start>out', { out: value(2 ** 60) }),
    '/nodes/1/config/value/x',
  ],
  [
    'LONE_SURROGATE',
    'half a character',
    drawGraph('start>out', { out: { name: '\ud800' } }),
    '/nodes/1/name',
  ],
  ['NULL_CHARACTER', 'U+0000', drawGraph('start>out', { out: { name: 'a\u0000' } }), '/nodes/1/name'],
  [
    'TOO_DEEP',
    'a value nested too deep',
    drawGraph('start>out', { out: value(deep(60)) }),
    `/nodes/1/config/value/x${'/properties/a'.repeat(47)}/properties`,
  ],
  [
    'UNKNOWN_FIELD',
    'a field that no node has',
    drawGraph('start>out', { out: { colour: 'red' } }),
    '/nodes/1/colour',
  ],
  [
    'UNKNOWN_FIELD',
    'a field that no such config has',
    drawGraph('start>out', { out: { config: { value: {}, 'a/b': 1 } } }),
    '/nodes/1/config/a~1b',
  ],
  ['MISSING_FIELD', 'a node without name', drawGraph('start>out', { out: { name: null } }), '/nodes/1/name'],
  [
    'MISSING_FIELD',
    'a config without value',
    drawGraph('start>out', { out: { config: {} } }),
    '/nodes/1/config/value',
  ],
  [
    'INVALID_FIELD',
    'a wrong choice',
    drawGraph('start>a a>out', { a: http({ expect: '3xx' }) }),
    '/nodes/1/config/expect',
  ],
  [
    'INVALID_FIELD',
    'a kind of error that is none',
    drawGraph('start>a a>out', { a: { ...http({}), retry: { retryOn: ['any', 'sometimes'] } } }),
    '/nodes/1/retry/retryOn/1',
  ],
  [
    'INVALID_FIELD',
    'a secret without name',
    drawGraph('start>a a>out', { a: http({ headers: { A: { $secret: 1 } } }) }),
    '/nodes/1/config/headers/A',
  ],
  [
    'DUPLICATE_FIELD',
    'a field in both spellings',
    drawGraph('start>out', { out: { onError: 'fail', on_error: 'fail' } }),
    '/nodes/1/on_error',
  ],
  [
    'UNSUPPORTED_SCHEMA_VERSION',
    'a newer file',
    drawGraph('start>out', {}, { schemaVersion: '1.7' }),
    '/schemaVersion',
  ],
  [
    'UNKNOWN_NODE_TYPE',
    'a type of another product',
    drawGraph('start>a a>out', { a: { type: 'llm' } }),
    '/nodes/1/type',
  ],
  ['INVALID_ID', 'an id with a blank', drawGraph('start>out', { out: { id: 'a b' } }), '/nodes/1/id'],
  [
    'DUPLICATE_NODE_ID',
    'one id twice',
    drawGraph('start>out', { second: { id: 'out', type: 'output' } }),
    '/nodes/2/id',
  ],
  [
    'DUPLICATE_EDGE_ID',
    'one edge id twice',
    {
      ...drawGraph('start>a a>out'),
      edges: [
        { id: 'e', source: 'start', target: 'a' },
        { id: 'e', source: 'a', target: 'out' },
      ],
    },
    '/edges/1/id',
  ],
  ['DUPLICATE_EDGE', 'one connection twice', drawGraph('start>out start>out'), '/edges/1'],
  [
    'EDGE_NODE_MISSING',
    'edges with loose ends',
    {
      ...drawGraph('start>out'),
      edges: [
        { id: 'e0', source: 'start', target: 'out' },
        { id: 'e1', source: 'gone', target: 'outt' },
      ],
    },
    '/edges/1/source',
    '/edges/1/target',
  ],
  [
    'EDGE_CROSSES_CONTAINER',
    'an edge into a loop',
    drawGraph('start>l l>out start>b', { l: loop(), b: { parentId: 'l' } }),
    '/edges/2',
  ],
  [
    'UNKNOWN_HANDLE',
    'an output that the node has not',
    drawGraph('start>a a.yes>out'),
    '/edges/1/sourceHandle',
  ],
  [
    'UNKNOWN_HANDLE',
    'error without branch',
    drawGraph('start>a a>out a.error>out2'),
    '/edges/2/sourceHandle',
  ],
  ['UNKNOWN_HANDLE', 'an edge from an output', drawGraph('start>out out>out2'), '/edges/1/source'],
  ['UNKNOWN_HANDLE', 'an edge into start', drawGraph('start>a a>out a>start'), '/edges/2/target'],
  [
    'UNKNOWN_HANDLE',
    'a second input',
    { ...drawGraph('start>out'), edges: [{ id: 'e', source: 'start', target: 'out', targetHandle: 'left' }] },
    '/edges/0/targetHandle',
  ],
  [
    'HANDLE_REQUIRED',
    'no handle where there is no default',
    drawGraph('start>c c>out', { c: condition }),
    '/edges/1/sourceHandle',
  ],
  ['START_MISSING', 'no start', drawGraph('a>out'), '/nodes'],
  [
    'START_DUPLICATE',
    'two starts',
    drawGraph('start>out s2>out', { s2: { type: 'start', config: {} } }),
    '/nodes/2',
  ],
  ['OUTPUT_MISSING', 'no output', drawGraph('start>a'), '/nodes'],
  ['NODE_UNREACHABLE', 'a node that nothing leads to', drawGraph('start>out a>out'), '/nodes/2'],
  [
    'NODE_NOT_ALLOWED_IN_LOOP',
    'an output in a loop',
    drawGraph('start>l l>out b>out2', { l: loop(), b: { parentId: 'l' }, out2: { parentId: 'l' } }),
    '/nodes/4/parentId',
  ],
  [
    'PARENT_MISSING',
    'a parent that is not there',
    drawGraph('start>out', { b: { parentId: 'gone' } }),
    '/nodes/2/parentId',
  ],
  [
    'PARENT_NOT_LOOP',
    'a parent that holds nothing',
    drawGraph('start>a a>out', { b: { parentId: 'a' } }),
    '/nodes/3/parentId',
  ],
  [
    'PARENT_CYCLE',
    'loops inside each other',
    drawGraph('start>out', { l1: { ...loop(), parentId: 'l2' }, l2: { ...loop(), parentId: 'l1' } }),
    '/nodes/2/parentId',
    '/nodes/3/parentId',
  ],
  ['LOOP_EMPTY', 'a loop around nothing', drawGraph('start>l l>out', { l: loop() }), '/nodes/1'],
  ['GRAPH_CYCLE', 'a circle', drawGraph('start>a a>b b>a b>out'), '/edges/2'],
  [
    'GRAPH_CYCLE',
    'a circle in a loop',
    drawGraph('start>l l>out a>b b>a', { l: loop(), a: { parentId: 'l' }, b: { parentId: 'l' } }),
    '/edges/3',
  ],
  ['GRAPH_CYCLE', 'an edge onto its own source', drawGraph('start>a a>a a>out'), '/edges/1'],
  [
    'TOO_MANY_NODES',
    'more nodes than allowed',
    drawGraph('start>out', Object.fromEntries([...Array(12).keys()].map((n) => [`n${n}`, {}]))),
    '/nodes',
  ],
  [
    'RETRY_NOT_ALLOWED',
    'retry of what makes no attempts',
    drawGraph('start>a a>out', { a: { retry: {} } }),
    '/nodes/1/retry',
  ],
  [
    'TIMEOUT_NOT_ALLOWED',
    'a limit on what takes no time',
    drawGraph('start>a a>out', { a: { timeoutSeconds: 5 } }),
    '/nodes/1/timeoutSeconds',
  ],
  [
    'ON_ERROR_NOT_ALLOWED',
    'going on behind a failed condition',
    drawGraph('start>c c.yes>out', { c: { ...condition, onError: 'continue' } }),
    '/nodes/1/onError',
  ],
  [
    'ON_ERROR_NOT_ALLOWED',
    'a merge that branches',
    drawGraph('start>m m>out', { m: { ...merge, onError: 'branch' } }),
    '/nodes/1/onError',
  ],
  [
    'LOOP_STATE_PARALLEL',
    'state handed on in parallel',
    drawGraph('start>l l>out', { l: loop({ concurrency: 2, nextState: 1 }), b: { parentId: 'l' } }),
    '/nodes/1/config/nextState',
  ],
  [
    'DUPLICATE_CASE_ID',
    'one case id twice',
    drawGraph('start>c c.a>out', {
      c: {
        type: 'condition',
        config: {
          cases: [
            { id: 'a', when: 'true' },
            { id: 'a', when: 'true' },
          ],
        },
      },
    }),
    '/nodes/1/config/cases/1/id',
  ],
  [
    'RESERVED_CASE_ID',
    'a case called else',
    drawGraph('start>c c.else>out', {
      c: { type: 'condition', config: { cases: [{ id: 'else', when: 'true' }] } },
    }),
    '/nodes/1/config/cases/0/id',
  ],
  [
    'TEMPLATE_NOT_ALLOWED',
    '{{ in a URL',
    drawGraph('start>a a>out', { a: http({ url: 'https://example.com/{{ inputs.id }}' }) }),
    '/nodes/1/config/url',
  ],
  [
    'URL_INVALID',
    'half a URL',
    drawGraph('start>a a>out', { a: http({ url: 'example.com' }) }),
    '/nodes/1/config/url',
  ],
  [
    'SECRET_LITERAL',
    'a key in a header',
    drawGraph('start>a a>out', {
      a: http({
        headers: { Authorization: 'Bearer abc', 'X-Api-Key': '{{ inputs.key }}', Accept: 'text/html' },
      }),
    }),
    '/nodes/1/config/headers/Authorization',
  ],
  [
    'UNCONNECTED_HANDLE',
    'nothing behind error',
    drawGraph('start>a a>out', { a: { onError: 'branch' } }),
    '/nodes/1',
  ],
  [
    'UNCONNECTED_HANDLE',
    'nothing behind rejected and timed_out',
    drawGraph('start>h h.approved>out', { h: { type: 'human_input', config: { message: 'ok?' } } }),
    '/nodes/1',
    '/nodes/1',
  ],
  [
    'OUTPUT_KEY_CLASH',
    'one key from two outputs',
    drawGraph('start>out start>out2', { out: value(1), out2: value(2) }),
    '/nodes/2/config/value/x',
  ],
  [
    'UNKNOWN_SKILL',
    'a skill nobody has',
    drawGraph('start>a a>out', { a: { type: 'skill', config: { skill: 'text.statistic' } } }),
    '/nodes/1/config/skill',
  ],
  [
    'UNKNOWN_CONNECTION',
    'a connection nobody has',
    drawGraph('start>a a>out', { a: { type: 'sql_read', config: { connection: 'prod', sql: 'SELECT 1' } } }),
    '/nodes/1/config/connection',
  ],
  [
    'UNKNOWN_PROVIDER',
    'a provider nobody has',
    drawGraph('start>a a>out', { a: { type: 'agent', config: { provider: 'other', prompt: 'x' } } }),
    '/nodes/1/config/provider',
  ],
  [
    'EXPRESSION_SYNTAX',
    'texts that do not parse',
    drawGraph('start>out', { out: { config: { value: { a: '{{ inputs. }}', b: ['{{ 1 + }}'] } } } }),
    '/nodes/1/config/value/a',
    '/nodes/1/config/value/b/0',
  ],
  [
    'EXPRESSION_SYNTAX',
    'a condition with braces',
    drawGraph('start>c c.yes>out', {
      c: { type: 'condition', config: { cases: [{ id: 'yes', when: '{{ inputs.a }}' }] } },
    }),
    '/nodes/1/config/cases/0/when',
  ],
  [
    'EXPRESSION_SYNTAX',
    'B15: a hyphen in an id',
    drawGraph('start>fetch-user fetch-user>out', { out: value('{{ nodes.fetch-user.data.full-name }}') }),
    '/nodes/2/config/value/x',
  ],
  [
    'EXPRESSION_FORBIDDEN',
    'B21: a way to a prototype',
    drawGraph('start>a a>out', {
      a: value('{{ inputs.__proto__.constructor }}'),
      out: value('{{ nodes.a.data.constructor.name }}'),
    }),
    '/nodes/1/config/value/x',
    '/nodes/2/config/value/x',
  ],
  [
    'REFERENCE_UNKNOWN_NODE',
    'a node that is not there',
    drawGraph('start>a a>out', { out: value('{{ nodes.b.data.x }}') }),
    '/nodes/2/config/value/x',
  ],
  [
    'REFERENCE_NOT_UPSTREAM',
    'itself, what comes later, what is beside',
    drawGraph('start>a start>b a>out b>out', {
      a: {
        config: { value: { x: '{{ nodes.a.data }}', y: '{{ nodes.b.data }}', z: '{{ nodes.out.data }}' } },
      },
    }),
    '/nodes/1/config/value/x',
    '/nodes/1/config/value/y',
    '/nodes/1/config/value/z',
  ],
  [
    'REFERENCE_OUT_OF_SCOPE',
    'a node inside a loop',
    drawGraph('start>l l>out', { l: loop(), b: { parentId: 'l' }, out: value('{{ nodes.b.data }}') }),
    '/nodes/2/config/value/x',
  ],
  [
    'REFERENCE_OUT_OF_SCOPE',
    'the item from outside, the results from inside',
    drawGraph('start>l l>out', {
      l: loop(),
      b: { parentId: 'l', ...value('{{ nodes.l.data.results }}') },
      out: value('{{ nodes.l.data.item }}'),
    }),
    '/nodes/2/config/value/x',
    '/nodes/3/config/value/x',
  ],
  [
    'REFERENCE_ACROSS_ANY',
    'the loser of a race',
    drawGraph(race, { m: any, t: value('{{ nodes.a.data.x }}') }),
    '/nodes/4/config/value/x',
  ],
  [
    'REFERENCE_MAY_BE_SKIPPED',
    'B14: a branch not taken',
    drawGraph(branches, { c: condition, m: merge, out: value('{{ nodes.a.data.x }}') }),
    '/nodes/5/config/value/x',
  ],
  [
    'SCHEMA_INVALID',
    'a type that is none',
    drawGraph('start>out', {}, { inputSchema: { properties: { a: { type: 'text' } } } }),
    '/inputSchema/properties/a/type',
  ],
  [
    'SCHEMA_INVALID',
    'a pattern that is none',
    drawGraph('start>out', {}, { outputSchema: { pattern: '[' } }),
    '/outputSchema/pattern',
  ],
  [
    'SCHEMA_TOO_LARGE',
    'more than 64 KiB',
    drawGraph('start>out', {}, { inputSchema: { description: 'x'.repeat(66_000) } }),
    '/inputSchema',
  ],
  [
    'SCHEMA_TOO_DEEP',
    'more than 32 levels',
    drawGraph('start>out', {}, { inputSchema: deep(17) as JsonObject }),
    `/inputSchema${'/properties/a'.repeat(16)}`,
  ],
  [
    'SCHEMA_REMOTE_REF',
    'a schema from elsewhere',
    drawGraph('start>h h.answered>out', {
      h: {
        type: 'human_input',
        config: { mode: 'form', message: 'x', schema: { items: { $ref: 'https://example.com/s' } } },
      },
    }),
    '/nodes/1/config/schema/items/$ref',
  ],
  [
    'SCHEMA_UNSAFE_PATTERN',
    'a pattern that goes back over and over',
    drawGraph('start>out', {}, { inputSchema: { patternProperties: { '^(a+)+$': {} } } }),
    '/inputSchema/patternProperties/^(a+)+$',
  ],
  [
    'SUBWORKFLOW_MISSING',
    'no such workflow',
    drawGraph('start>s s>out', { s: calls('gone') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_MISSING',
    'no such version',
    drawGraph('start>s s>out', { s: calls('typed', { version: 7 }) }),
    '/nodes/1/config/version',
  ],
  [
    'SUBWORKFLOW_NOT_PUBLISHED',
    'only a draft',
    drawGraph('start>s s>out', { s: calls('unpublished') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_CYCLE',
    'B31: itself',
    drawGraph('start>s s>out', { s: calls('drawn') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_CYCLE',
    'B31: itself by way of two others',
    drawGraph('start>s s>out', { s: calls('calls-caller') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'a missing input',
    drawGraph('start>s s>out', { s: calls('typed', { input: {} }) }),
    '/nodes/1/config/input',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'an unexpected input',
    drawGraph('start>s s>out', {
      s: calls('typed', { input: { name: '{{ inputs.n }}', colour: '{{ inputs.c }}' } }),
    }),
    '/nodes/1/config/input/colour',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'a fixed input of the wrong type',
    drawGraph('start>s s>out', { s: calls('typed', { input: { name: '{{ inputs.n }}', count: 'two' } }) }),
    '/nodes/1/config/input/count',
  ],
  [
    'SETTING_CLAMPED',
    'more steps than allowed',
    drawGraph('start>out', {}, { settings: { maxSteps: 501 } }),
    '/settings/maxSteps',
  ],
  [
    'SETTING_CLAMPED',
    'an attempt longer than allowed',
    drawGraph('start>a a>out', { a: { ...http({}), timeoutSeconds: 4000 } }),
    '/nodes/1/timeoutSeconds',
  ],
  [
    'SETTING_CLAMPED',
    'a loop beyond the setting',
    drawGraph('start>l l>out', { l: loop({ maxIterations: 9 }), b: { parentId: 'l' } }),
    '/nodes/1/config/maxIterations',
  ],
];

const WARNINGS = [
  'SECRET_LITERAL',
  'UNCONNECTED_HANDLE',
  'OUTPUT_KEY_CLASH',
  'REFERENCE_MAY_BE_SKIPPED',
  'SETTING_CLAMPED',
];

describe('issues land on their field', () => {
  it.each(CASES)('%s: %s', async (code, _, document, ...paths) => {
    const issues = await issuesOf(document);
    const found = issues.filter((issue) => issue.code === code);
    expect(found.map((issue) => issue.path)).toEqual(paths);
    for (const issue of found) {
      expect(issue.severity).toBe(WARNINGS.includes(code) ? 'warning' : 'error');
      expect(issue.message).not.toBe('');
      const owner = /^\/(nodes|edges)\/(\d+)/.exec(issue.path);
      if (!owner) continue;
      const { id } = ((document as JsonObject)[owner[1]!] as JsonObject[])[Number(owner[2])]!;
      if (
        ![
          'FORBIDDEN_KEY',
          'NUMBER_NOT_EXACT',
          'LONE_SURROGATE',
          'NULL_CHARACTER',
          'TOO_DEEP',
          'DUPLICATE_FIELD',
        ].includes(code)
      ) {
        expect(owner[1] === 'nodes' ? issue.nodeId : issue.edgeId).toBe(id);
      }
    }
  });

  it('has a case for every code that a document can earn', () => {
    // Repeated keys are seen in the text of a file only.
    const missing = ISSUE_CODES.filter(
      (code) => code !== 'DUPLICATE_KEY' && !CASES.some(([tested]) => tested === code),
    );
    expect(missing).toEqual([]);
  });
});

describe('graphs without fault', () => {
  const OUTER = { x: value('{{ nodes.start.data.a }}') };

  it.each<[string, JsonObject]>([
    ['a chain', drawGraph('start>x x>out', { ...OUTER, out: value('{{ nodes.x.data.x }}') })],
    ['a reference across two nodes', drawGraph('start>a a>b b>out', { out: value('{{ nodes.a.data }}') })],
    [
      'parallel branches that always run',
      drawGraph('start>a start>b a>m b>m m>out', {
        m: merge,
        out: value('{{ nodes.a.data.x }} {{ nodes.b.data.x }}'),
      }),
    ],
    [
      'the node before a fork, behind the join',
      drawGraph(`start>p p>c c.yes>a c.else>b a>m b>m m>out`, {
        c: condition,
        m: merge,
        out: value('{{ nodes.p.data }} {{ nodes.c.data.case }}'),
      }),
    ],
    [
      'a reference within a branch',
      drawGraph('start>c c.yes>a a>out c.else>out2', { c: condition, out: value('{{ nodes.a.data.x }}') }),
    ],
    [
      'a branch that may be absent, when that is said',
      drawGraph(branches, { c: condition, m: merge, out: value('{{ nodes.a.data.x ?? nodes.b.data.x }}') }),
    ],
    [
      'the winner of a race, and what precedes it',
      drawGraph(`start>p p>a p>b a>m b>m m>t t>out`, {
        m: any,
        t: value('{{ nodes.m.data.x }} {{ nodes.p.data }}'),
      }),
    ],
    ['a node beside a race', drawGraph(`${race} start>z z>t`, { m: any, t: value('{{ nodes.z.data }}') })],
    [
      'a loop in a loop',
      drawGraph('start>x x>l l>out a>i', {
        ...OUTER,
        l: loop({ over: 'items', items: '{{ nodes.x.data.x }}', collect: '{{ nodes.i.data.results }}' }),
        a: { parentId: 'l', ...value('{{ nodes.l.data.item }} {{ nodes.x.data.x }}') },
        i: { ...loop({ count: '{{ nodes.a.data.n }}' }), parentId: 'l' },
        deep: {
          parentId: 'i',
          ...value('{{ nodes.l.data.index }} {{ nodes.i.data.index }} {{ nodes.a.data }} {{ nodes.x.data }}'),
        },
        out: value('{{ nodes.l.data.results }}'),
      }),
    ],
    [
      'state handed on by a loop',
      drawGraph('start>l l>out', {
        l: loop({
          over: 'while',
          while: 'nodes.l.data.state.n < 3',
          initialState: { n: 0 },
          nextState: { n: '{{ nodes.b.data.n + nodes.l.data.index }}' },
          collect: '{{ nodes.b.data }}',
        }),
        b: { parentId: 'l', ...value('{{ nodes.l.data.state.n }}') },
        out: value('{{ nodes.l.data.state }}'),
      }),
    ],
    [
      'outputs that never both run',
      drawGraph('start>c c.yes>out c.else>b b>out2', { c: condition, out: value(1), out2: value(2) }),
    ],
    [
      'a sub-workflow that is given what it needs',
      drawGraph('start>s s>out', { s: calls('typed', { input: { name: '{{ inputs.n }}' } }) }),
    ],
    [
      'a sub-workflow that calls an older version of this one',
      drawGraph('start>s s>out', { s: calls('calls-old-drawn') }),
    ],
    [
      'a rejection that leads on',
      drawGraph('start>h h.approved>out h.rejected>out2 h.timed_out>out2', {
        h: { type: 'human_input', config: { message: 'ok?' } },
      }),
    ],
    [
      'a recursive schema with a decent pattern',
      drawGraph(
        'start>out',
        {},
        {
          inputSchema: {
            $defs: { n: { properties: { next: { $ref: '#/$defs/n' }, code: { pattern: '^[A-Z]{2,8}$' } } } },
            $ref: '#/$defs/n',
            'x-order': ['next'],
          },
        },
      ),
    ],
    ['aliases in snake case', drawGraph('start>l l>out', { l: loop(), b: { parent_id: 'l' } })],
  ])('%s', async (_, document) => {
    const { graph, issues } = await validateGraph(document, CONTEXT);
    expect(issues).toEqual([]);
    expect(graph?.id).toBe('drawn');
  });
});

describe('scopes of a loop', () => {
  it.each([
    ['while', '"nodes.b.data.x == 1"', 'REFERENCE_OUT_OF_SCOPE'],
    ['count', '"{{ nodes.b.data.x }}"', 'REFERENCE_OUT_OF_SCOPE'],
    ['initialState', '"{{ nodes.l.data.index }}"', 'REFERENCE_NOT_UPSTREAM'],
    ['initialState', '"{{ nodes.b.data.x }}"', 'REFERENCE_OUT_OF_SCOPE'],
    ['collect', '"{{ nodes.d.data.x }}"', 'REFERENCE_OUT_OF_SCOPE'],
    ['collect', '"{{ nodes.z.data.x }}"', 'REFERENCE_NOT_UPSTREAM'],
    ['collect', '"{{ nodes.n.data.x }}"', 'REFERENCE_MAY_BE_SKIPPED'],
    ['nextState', '"{{ nodes.l.data.results }}"', 'REFERENCE_OUT_OF_SCOPE'],
  ])('%s cannot read %s', async (field, text, code) => {
    const document = drawGraph('start>l l>z z>out b>c c.yes>n', {
      l: loop({ [field]: JSON.parse(text) as string }),
      b: { parentId: 'l' },
      c: { ...condition, parentId: 'l' },
      n: { parentId: 'l' },
      i: { ...loop(), parentId: 'l' },
      d: { parentId: 'i' },
    });
    const issues = await issuesOf(document);
    expect(issues.map((issue) => [issue.code, issue.path])).toContainEqual([
      code,
      `/nodes/1/config/${field}`,
    ]);
  });
});

describe('all at once', () => {
  it('B54: names everything that bars publishing, also where the document is broken elsewhere', async () => {
    const document = drawGraph('start>a a>k', {
      a: value('{{ nodes.gone.data }}'),
      k: { type: 'skill', config: { skill: 'nobody.has' }, retry: { maxAttempts: 0 } },
      alone: { colour: 'red' },
      odd: { type: 'llm' },
    });
    const issues = await issuesOf(document);
    expect(issues.map((issue) => `${issue.code} ${issue.path}`).sort()).toEqual([
      'INVALID_FIELD /nodes/2/retry/maxAttempts',
      'NODE_UNREACHABLE /nodes/3',
      'NODE_UNREACHABLE /nodes/4',
      'OUTPUT_MISSING /nodes',
      'REFERENCE_UNKNOWN_NODE /nodes/1/config/value/x',
      'UNKNOWN_FIELD /nodes/3/colour',
      'UNKNOWN_NODE_TYPE /nodes/4/type',
      'UNKNOWN_SKILL /nodes/2/config/skill',
    ]);
  });

  it('B44: names both of two nodes with one id', async () => {
    const document = drawGraph('start>out', { copy: { id: 'out', type: 'output', name: 'Copy' } });
    const [issue] = (await issuesOf(document)).filter(({ code }) => code === 'DUPLICATE_NODE_ID');
    expect(issue?.message).toContain('"out"');
    expect(issue?.message).toContain('"Copy"');
  });

  it.each([null, 'graph', [], {}, { nodes: 1, edges: [] }, { nodes: [null, 1, {}], edges: [null, {}] }])(
    'bears %j',
    async (document) => {
      const { graph, issues } = await validateGraph(document, CONTEXT);
      expect(graph).toBeUndefined();
      expect(issues.length).toBeGreaterThan(0);
    },
  );

  it('checks a chain of 10,000 nodes, each of which refers to the one before and to the first', async () => {
    const ids = [...Array(10_000).keys()].map((n) => `n${n}`);
    const text = ['start>n0', ...ids.slice(1).map((id, index) => `${ids[index]}>${id}`), 'n9999>out'].join(
      ' ',
    );
    const nodes = Object.fromEntries(
      ids.slice(1).map((id, index) => [id, value(`{{ nodes.${ids[index]}.data.x }} {{ nodes.n0.data }}`)]),
    );
    const quotas = { ...DEFAULT_QUOTAS, maxNodes: 20_000 };
    expect((await validateGraph(drawGraph(text, nodes), { definitions, quotas })).issues).toEqual([]);
  });
});
