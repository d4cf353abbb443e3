import { describe, expect, it } from 'vitest';
import type { NodeRun } from '../api/types';
import { alikeInSize, compareRuns, tokensOf, tookMs, totalTokens } from './compare-runs';

const run = (nodeId: string, rest: Partial<NodeRun> = {}): NodeRun => ({
  id: `${nodeId}~~1`,
  nodeId,
  attempt: 1,
  status: 'completed',
  output: {},
  ...rest,
});

const told = (a: NodeRun[], b: NodeRun[]) => {
  const { steps, first } = compareRuns(a, b);
  return [steps.map(({ key, differs }) => `${differs ? '≠' : '='}${key}`).join(' '), first?.key];
};

describe('two runs beside each other', () => {
  it.each<[string, NodeRun[], NodeRun[], [string, string | undefined]]>([
    ['alike', [run('a'), run('b')], [run('a'), run('b')], ['=a~ =b~', undefined]],
    [
      'another output, whatever the order of its keys',
      [run('a', { output: { x: 1, y: 2 } }), run('b', { output: { n: 1 } })],
      [run('a', { output: { y: 2, x: 1 } }), run('b', { output: { n: 2 } })],
      ['=a~ ≠b~', 'b~'],
    ],
    [
      'another input before another output',
      [run('a', { input: 1 }), run('b', { output: { n: 1 } })],
      [run('a', { input: 2 }), run('b', { output: { n: 2 } })],
      ['≠a~ ≠b~', 'a~'],
    ],
    [
      'another way taken, or another end',
      [run('c', { handle: 'yes' }), run('d')],
      [
        run('c', { handle: 'no' }),
        run('d', { status: 'failed', output: null, error: { code: 'X', message: '' } }),
      ],
      ['≠c~ ≠d~', 'c~'],
    ],
    [
      'steps that only one of them came to, each in its place',
      [run('a'), run('b'), run('z')],
      [run('y'), run('a'), run('c'), run('z')],
      ['≠y~ =a~ ≠c~ ≠b~ =z~', 'y~'],
    ],
    [
      'iterations one by one, the last attempt of each',
      [
        run('a', { iterationPath: [0] }),
        run('a', { iterationPath: [1], attempt: 1, status: 'failed' }),
        run('a', { iterationPath: [1], attempt: 2 }),
      ],
      [run('a', { iterationPath: [0] }), run('a', { iterationPath: [1] })],
      ['=a~0 =a~1', undefined],
    ],
    [
      'ids of files and times taken as no difference, sizes of stored values as one',
      [
        run('a', { output: { file: { artifactId: 'one' }, durationMs: 3 } }),
        run('b', { spilled: { x: { artifactId: '1', bytes: 9 } } }),
      ],
      [
        run('a', { output: { file: { artifactId: 'two' }, durationMs: 4 } }),
        run('b', { spilled: { x: { artifactId: '2', bytes: 8 } } }),
      ],
      ['=a~ ≠b~', 'b~'],
    ],
  ])('show %s', (_, a, b, expected) => {
    expect(told(a, b)).toEqual(expected);
  });

  it('tell files and stored values of one size apart by what they hold', () => {
    const of = (file: string, stored: string) => [
      run('a', { output: { file: { artifactId: file } } }),
      run('b', { output: {}, spilled: { x: { artifactId: stored, bytes: 9 } } }),
    ];
    const differing = (contents: [string, string][]) =>
      compareRuns(of('f1', 's1'), of('f2', 's2'), new Map(contents)).steps.flatMap(({ differs, nodeId }) =>
        differs ? [nodeId] : [],
      );
    expect(differing([])).toEqual([]);
    expect(
      differing([
        ['f1', 'A'],
        ['f2', 'A'],
        ['s1', 'B'],
        ['s2', 'B'],
      ]),
    ).toEqual([]);
    expect(
      differing([
        ['f1', 'A'],
        ['f2', 'C'],
        ['s1', 'B'],
        ['s2', 'D'],
      ]),
    ).toEqual(['a', 'b']);
    expect(alikeInSize(of('f1', 's1'), of('f2', 's2'))).toEqual(['s1', 's2']);
    const larger = [run('b', { spilled: { x: { artifactId: 's3', bytes: 10 } } })];
    expect(alikeInSize(of('f1', 's1'), larger)).toEqual([]);
  });

  it('count tokens and time where there are any', () => {
    const asked = run('a', {
      metadata: { usage: { totalTokens: 12 } },
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:01.500Z',
    });
    expect([tokensOf(asked), tokensOf(run('b')), tookMs(asked), tookMs(run('b'))]).toEqual([
      12,
      undefined,
      1500,
      undefined,
    ]);
    expect(totalTokens([asked, run('b'), asked])).toBe(24);
    expect(totalTokens([run('b')])).toBeUndefined();
  });

  it('are compared in no time that grows with more than their steps', () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      run('a', { id: `a~${at}~1`, iterationPath: [at], output: { at } }),
    );
    const other = many.map((each, at) => (at === 4_321 ? { ...each, output: { at: -1 } } : each));
    expect(compareRuns(many, other).first?.key).toBe('a~4321');
  });
});
