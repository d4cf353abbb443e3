import { openDocument } from '@weftwork/editor';
import type { JsonValue, WorkflowGraph } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import type { LastValues } from '../values-context';
import { completionsFor } from './completions';
import { mayBeSkipped } from './may-be-skipped';
import { markText, type Surroundings, takeFix } from './text-marks';
import { lastStep, typedPathAt } from './typed-path';

const node = (id: string, type: string, config: object = {}, parentId?: string) => ({
  id,
  type,
  name: id.toUpperCase(),
  config,
  onError: 'fail',
  ...(parentId ? { parentId } : {}),
});
const edges = (text: string) =>
  text.split(' ').map((each, index) => {
    const [from, target] = each.split('>') as [string, string];
    const [source, sourceHandle] = from.split('?');
    return { id: `e${index}`, source, target, ...(sourceHandle ? { sourceHandle } : {}) };
  });
const graph = {
  schemaVersion: '1.0',
  id: 'g',
  name: 'G',
  inputSchema: {
    type: 'object',
    properties: {
      topic: { type: 'string' },
      deep: { type: 'object', properties: { a: { type: 'number' } } },
    },
    'x-order': ['topic', 'deep'],
  },
  outputSchema: {},
  nodes: [
    node('start', 'start'),
    node('sales', 'sql_read'),
    node('c', 'condition', { cases: [{ id: 'x', when: 'true' }] }),
    node('few', 'transform', { value: { text: 'a', 'odd name': 1 } }),
    node('m', 'merge'),
    node('after', 'transform', { value: {} }),
    node('each', 'loop'),
    node('in1', 'transform', { value: {} }, 'each'),
    node('in2', 'transform', { value: {} }, 'each'),
  ],
  edges: edges('start>sales sales>c c?x>few few>m c?else>m m>after after>each in1>in2'),
  settings: {},
} as unknown as WorkflowGraph;
const document = openDocument(graph);

const data: Record<string, JsonValue | undefined> = {
  sales: { rows: [{ region: 'N', 'unit price': 3 }], rowCount: 1 },
  few: null,
};
const values: LastValues = {
  hasRun: true,
  scope: { inputs: { topic: 'x', deep: { a: 1 } }, runId: 'r1', nodeData: (id) => data[id] },
  errorOf: () => undefined,
};
const readable = ['m', 'few', 'c', 'sales', 'start'];
const offered = (typed: string) => completionsFor(document, readable, values, typed).map((each) => each.path);

describe('what is offered', () => {
  it('with nothing typed: inputs in their order, fields of the nodes before, the run', () => {
    const all = offered('');
    expect(all.slice(0, 2)).toEqual(['inputs.topic', 'inputs.deep']);
    expect(all).toContain('nodes.sales.data.rows');
    expect(all).toContain('nodes.few.data["odd name"]');
    expect(all.at(-1)).toBe('run.id');
    expect(all).not.toContain('nodes.after.data');
  });

  it('with types and values of the last run', () => {
    const [rows] = completionsFor(document, readable, values, 'rows');
    expect(rows).toMatchObject({
      type: 'array · 1',
      preview: '[{"region":"N","unit price":3}]',
      opens: true,
    });
    const few = completionsFor(document, readable, values, 'few');
    expect(few.every((each) => each.state === 'skipped')).toBe(true);
  });

  it.each([
    ['inputs.', ['inputs.topic', 'inputs.deep']],
    ['inputs.deep.', ['inputs.deep.a']],
    ['nodes.sales.data.ro', ['nodes.sales.data.rows', 'nodes.sales.data.rowCount']],
    ['nodes.sales.data.rows[', ['nodes.sales.data.rows[0]']],
    [
      'nodes.sales.data.rows[0].',
      ['nodes.sales.data.rows[0].region', 'nodes.sales.data.rows[0]["unit price"]'],
    ],
    ['nodes.sales.data.rows[0]["unit', ['nodes.sales.data.rows[0]["unit price"]']],
    ['lengt', ['length(']],
    ['SALES', ['nodes.sales.data.rows']],
    ['nothing like it', []],
  ])('behind %s', (typed, expected) => {
    expect(offered(typed).slice(0, Math.max(1, expected.length))).toEqual(expected);
  });
});

describe('where a path is typed', () => {
  it.each([
    ['a {{ inputs.to|', 'inputs.to', false],
    ['a {{|', '', false],
    ['a {{ x }} b|', undefined, false],
    ['{{ contains(inputs.a, "b|', undefined, false],
    ['{{ inputs["any k|', 'inputs["any k', false],
    ['inputs.n > nodes.a.d|', 'nodes.a.d', true],
    ["x == 'inp|", undefined, true],
  ])('%s', (text, typed, bare) => {
    const caret = text.indexOf('|');
    expect(typedPathAt(text.replace('|', ''), caret, bare)?.typed).toBe(typed);
  });

  it.each([
    ['a.b', { base: 'a', rest: 'b' }],
    ['a.', { base: 'a', rest: '' }],
    ['a["b c', { base: 'a', rest: 'b c' }],
    ['a[', { base: 'a', rest: '' }],
    ['a', undefined],
  ])('the last step of %s', (typed, step) => expect(lastStep(typed)).toEqual(step));
});

const around: Surroundings = {
  nodes: new Set(graph.nodes.map(({ id }) => id)),
  readable: new Set(readable),
  inputs: ['topic', 'deep'],
  fieldsOf: (id) => (id === 'few' ? ['text', 'odd name'] : undefined),
  skippable: (id) => id === 'few',
};

describe('what is said about a text', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['plain', undefined, undefined],
    ['{{ inputs.topic }}', undefined, undefined],
    ['{{ nodes.slaes.data.rows[0] }}', 'unknownNode', '{{ nodes.sales.data.rows[0] }}'],
    ['a {{ nodes.zzz.data }} b', 'unknownNode', undefined],
    ['{{ nodes.after.data.x }}', 'notBefore', undefined],
    ['{{ inputs.topik }}', 'unknownInput', '{{ inputs.topic }}'],
    ['{{ inputs.topik ?? 1 }}', undefined, undefined],
    ['{{ nodes.few.data.txt ?? 1 }}', undefined, undefined],
    ['{{ nodes.few.data.txt }}', 'unknownField', '{{ nodes.few.data.text }}'],
    ['x{{ nodes.few.data.text }}', 'mayBeSkipped', 'x{{ nodes.few.data.text ?? null }}'],
    ['{{ inputs. }}', 'unreadable', undefined],
    ['{{ inputs.a', 'unreadable', undefined],
  ])('%s', (text, reason, mended) => {
    const { marks } = markText(text, false, around);
    expect(marks[0]?.reason).toBe(reason);
    expect(marks[0]?.fix ? takeFix(text, marks[0]) : undefined).toBe(mended);
  });

  it('marks the part it is about, in bare expressions too', () => {
    const text = '  nodes.slaes.data.n > 3';
    const [mark] = markText(text, true, around).marks;
    expect(text.slice(mark!.from, mark!.to)).toBe('nodes.slaes.data.n');
  });

  it('knows where expressions stand', () => {
    const text = 'a {{ inputs.topic }}{{ "}}" }} b {{run.id}}';
    const parts = markText(text, false, around).holes.map(({ from, to }) => text.slice(from, to));
    expect(parts).toEqual(['{{ inputs.topic }}', '{{ "}}" }}', '{{run.id}}']);
  });
});

describe('a node that may be skipped', () => {
  it.each([
    ['sales', 'after', false],
    ['c', 'after', false],
    ['few', 'after', true],
    ['few', 'm', true],
    ['m', 'after', false],
    ['few', 'in2', true],
    ['in1', 'in2', false],
  ])('%s as seen from %s: %s', (target, from, skipped) => {
    expect(mayBeSkipped(graph, target, from)).toBe(skipped);
  });
});
