import type { JsonValue } from '@weftwork/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inspectCondition,
  inspectTemplateValue,
  parseExpression,
  parseTemplate,
  referencesOf,
  remapCondition,
  remapNodeReferences,
  remapTemplateValue,
  renameNodeReferences,
} from '.';

describe('referencesOf', () => {
  it('lists each path with where it stands and whether it may be absent', () => {
    const text = 'x {{ nodes.a.data.rows[0].id + 1 }} {{ inputs.a ?? nodes["b c"].data }} {{ run.id }}';
    const references = referencesOf(parseTemplate(text));
    expect(references.map(({ position, end }) => text.slice(position, end))).toEqual([
      'nodes.a.data.rows[0].id',
      'inputs.a',
      'nodes["b c"].data',
      'run.id',
    ]);
    expect(references.map(({ root, nodeId, path, optional }) => [root, nodeId, path, optional])).toEqual([
      ['nodes', 'a', ['rows', 0, 'id'], false],
      ['inputs', undefined, ['a'], true],
      ['nodes', 'b c', [], true],
      ['run', undefined, ['id'], false],
    ]);
  });

  it.each([
    ['isEmpty(inputs.a)', [true]],
    ['coalesce(inputs.a, inputs.b + 1)', [true, false]],
    ['inputs.a == null && inputs.b == 1', [true, false]],
    ['length(inputs.a) ?? inputs.b', [false, true]],
    ['first(inputs.a).b ?? 1', [false]],
    ['{a: [inputs.a], b: -inputs.b}', [false, false]],
  ])('%s', (text, optional) => {
    expect(referencesOf(parseExpression(text)).map((reference) => reference.optional)).toEqual(optional);
  });
});

describe('inspection', () => {
  it('reports every problem of a tree at once, with its pointer', () => {
    const value = {
      a: '{{ inputs. }}',
      'b/c': ['ok {{ inputs.x }}', '{{ process.env }}'],
      d: { $secret: 'S' },
    };
    const { problems, references, secrets } = inspectTemplateValue(value);
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['EXPRESSION_SYNTAX', '/a'],
      ['EXPRESSION_FORBIDDEN', '/b~1c/1'],
    ]);
    expect(references.map(({ pointer, position }) => [pointer, position])).toEqual([['/b~1c/0', 6]]);
    expect(secrets).toEqual([{ name: 'S', pointer: '/d' }]);
  });

  it('reports every problem of a condition at once', () => {
    const condition: JsonValue = {
      all: [
        'inputs.a ==',
        { not: { left: '{{ nodes.a.data.x }}', op: 'is_null' } },
        { left: '{{ a }}', op: 'eq', right: ['{{ b }}', '{{ inputs.b }}'] },
        { left: '{{ inputs.c }}', op: 'resembles', right: 1 },
        ' nodes.b.data.y',
      ],
    };
    const { problems, references } = inspectCondition(condition);
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/all/0',
      '/all/2/left',
      '/all/2/right/0',
      '/all/3/op',
    ]);
    expect(references.map(({ pointer, position, optional }) => [pointer, position, optional])).toEqual([
      ['/all/1/not/left', 3, true],
      ['/all/2/right/1', 3, false],
      ['/all/4', 1, false],
    ]);
  });
});

describe('B15: a hyphen in a name', () => {
  it.each([
    '{{ nodes.fetch-user.data.full-name }}',
    '{{ nodes.fetch-user.data.id }}',
    '{{ nodes.fetch-user }}',
  ])('%s names the bracket form', (text) => {
    const [problem] = inspectTemplateValue(text).problems;
    expect(problem?.code).toBe('EXPRESSION_SYNTAX');
    expect(problem?.message).toContain('nodes["fetch-user"]');
  });
});

describe('B17: renaming a node', () => {
  const awkward = 'it\'s "new"';

  it.each([
    [
      '{{ nodes.set.data.x }} {{ nodes.set1.data.x }}',
      'put',
      '{{ nodes.put.data.x }} {{ nodes.set1.data.x }}',
    ],
    ['{{ nodes . set . data.set }}', 'put', '{{ nodes.put . data.set }}'],
    ['{{ nodes["set"].data }}', 'put', '{{ nodes["put"].data }}'],
    ["{{ nodes[ 'set' ].data }}", 'fetch-user', '{{ nodes[ "fetch-user" ].data }}'],
    ['{{ nodes.set.data.x }}', 'fetch-user', '{{ nodes["fetch-user"].data.x }}'],
    ['{{ nodes.set.data.x }}', '2nd', '{{ nodes["2nd"].data.x }}'],
    ['{{ nodes.set.data.x }}', '获取', '{{ nodes.获取.data.x }}'],
    ['{{ nodes.set.data.x }}', awkward, String.raw`{{ nodes["it's \"new\""].data.x }}`],
    [
      'nodes.set.data {{ "nodes.set.data" }} {{ inputs.nodes.set }}',
      'put',
      'nodes.set.data {{ "nodes.set.data" }} {{ inputs.nodes.set }}',
    ],
    [
      '{{ nodes.set.data + nodes.set.data }}',
      'longer_name',
      '{{ nodes.longer_name.data + nodes.longer_name.data }}',
    ],
    ['{{ nodes.set.data', 'put', '{{ nodes.set.data'],
  ])('%s to %s', (text, to, expected) => {
    const renamed = renameNodeReferences(text, 'set', to);
    expect(renamed).toBe(expected);
    if (renamed !== text)
      expect(referencesOf(parseTemplate(renamed)).some((found) => found.nodeId === to)).toBe(true);
  });

  it('renames in bare expressions, condition trees and values', () => {
    const ids = new Map([['set', 'put']]);
    expect(renameNodeReferences('nodes.set.data.x > 1', 'set', 'put', 'expression')).toBe(
      'nodes.put.data.x > 1',
    );
    expect(
      remapCondition(
        {
          all: [
            'nodes.set.data.ok',
            { not: { left: '{{ nodes.set.data }}', op: 'eq', right: 'nodes.set.data' } },
          ],
        },
        ids,
      ),
    ).toEqual({
      all: [
        'nodes.put.data.ok',
        { not: { left: '{{ nodes.put.data }}', op: 'eq', right: 'nodes.set.data' } },
      ],
    });
    expect(remapTemplateValue({ a: ['{{ nodes.set.data }}'], b: 1 }, ids)).toEqual({
      a: ['{{ nodes.put.data }}'],
      b: 1,
    });
    const untouched = { a: ['{{ nodes.set1.data }}'] };
    expect(remapTemplateValue(untouched, ids)).toBe(untouched);
  });

  it('swaps ids in one go', () => {
    const swap = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(remapNodeReferences('{{ nodes.a.data + nodes.b.data }}', swap)).toBe(
      '{{ nodes.b.data + nodes.a.data }}',
    );
  });

  it('restores every text when renamed back', () => {
    const id = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
    fc.assert(
      fc.property(id, id, id, (from, to, other) => {
        fc.pre(to !== other && from !== to);
        const text = `{{ nodes[${JSON.stringify(from)}].data.x + nodes[${JSON.stringify(other)}].data.x }}`;
        fc.pre(!text.includes(JSON.stringify(to)));
        expect(renameNodeReferences(renameNodeReferences(text, from, to), to, from)).toBe(text);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});
