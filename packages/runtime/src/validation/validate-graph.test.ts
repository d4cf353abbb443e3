import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { ISSUE_CODES, type JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { DEFAULT_QUOTAS } from '../workflows/quotas';
import { documentCases } from './testing/document-cases';
import { drawGraph } from './testing/draw-graph';
import {
  any,
  branches,
  CONTEXT,
  calls,
  condition,
  issuesOf,
  loop,
  merge,
  race,
  value,
} from './testing/graphs';
import { nodeCases } from './testing/node-cases';
import { referenceCases } from './testing/reference-cases';
import { structureCases } from './testing/structure-cases';
import { validateGraph } from './validate-graph';

/** Every code of the catalogue stands here. */
const CASES = [...documentCases, ...structureCases, ...nodeCases, ...referenceCases];

const WARNINGS = [
  'SECRET_LITERAL',
  'NOT_AVAILABLE_YET',
  'UNCONNECTED_HANDLE',
  'OUTPUT_KEY_CLASH',
  'REFERENCE_MAY_BE_SKIPPED',
  'SETTING_CLAMPED',
  'STEPS_OVER_LIMIT',
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
      'what a loop gives when it fails',
      drawGraph('start>l l>out l.error>out2 start>m m>t t>out', {
        l: { ...loop(), onError: 'branch' },
        b: { parentId: 'l' },
        m: { ...loop(), onError: 'continue', fallback: { none: true } },
        c: { parentId: 'm' },
        out2: value('{{ nodes.l.data.error.code }}'),
        t: value('{{ nodes.m.data.none }}'),
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
      'as many steps as a run may be, passes that only a run knows counted once',
      drawGraph(
        'start>l l>m m>out a>b',
        {
          l: loop({ over: 'items', items: [1, 2], collect: '{{ nodes.b.data }}' }),
          a: { parentId: 'l' },
          b: { parentId: 'l' },
          m: loop({ count: '{{ inputs.n }}' }),
          c: { parentId: 'm' },
        },
        { settings: { maxSteps: 7 } },
      ),
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
    expect(
      (
        await validateGraph(drawGraph(text, nodes, { settings: { maxSteps: 10_000 } }), {
          definitions,
          quotas,
        })
      ).issues,
    ).toEqual([]);
  });
});
