import type { JsonObject } from '@weftwork/schema';
import { drawGraph } from './draw-graph';
import { any, branches, condition, deep, type IssueCase, loop, merge, race, value } from './graphs';

/** What an expression or a schema cannot say. */
export const referenceCases: IssueCase[] = [
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
];
