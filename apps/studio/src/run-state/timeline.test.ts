import { describe, expect, it } from 'vitest';
import type { NodeRun } from '../api/types';
import { type Lane, timelineOf } from './timeline';
import { axisMarks, axisOf, placeOf, spanOf } from './timeline-axis';
import { timelineRows } from './timeline-rows';

const at = (ms: number) => new Date(ms).toISOString();

/** `run('a', [0, 10], {…})`: a node run from 0 to 10 ms. */
const run = (nodeId: string, [from, to]: [number?, number?], rest: Partial<NodeRun> = {}): NodeRun => ({
  id: `${nodeId}~${(rest.iterationPath ?? []).join('.')}~${rest.attempt ?? 1}`,
  nodeId,
  attempt: 1,
  status: to === undefined ? 'running' : 'completed',
  ...(from === undefined ? {} : { startedAt: at(from) }),
  ...(to === undefined ? {} : { endedAt: at(to) }),
  ...rest,
});

const bars = (lanes: readonly Lane[]) => lanes.flatMap((lane) => lane.bars);
const shown = (lanes: readonly Lane[]) =>
  lanes.map((lane) => [
    lane.key,
    lane.status,
    ...lane.bars.map((bar) => `${bar.kind} ${bar.from}-${bar.to ?? ''}`),
  ]);

describe('the timeline of a run', () => {
  it('draws each attempt, the back-off between, and waits for people', () => {
    const lanes = timelineOf([
      run('a', [0, 10], { status: 'failed' }),
      run('h', [40], { status: 'awaiting_input', waitingSince: at(41) }),
      run('a', [30, 40], { attempt: 2 }),
      run('r', [5, 9], { status: 'retrying', retryAt: at(60) }),
      run('b', [], { status: 'skipped', reason: 'a was skipped' }),
      run('u', [1], { status: 'unknown', waitingSince: at(3) }),
      run('k', [0, 9], { waitingSince: at(2) }),
    ]);
    expect(shown(lanes)).toEqual([
      ['a~', 'completed', 'failed 0-10', 'backoff 10-30', 'work 30-40'],
      ['h~', 'awaiting_input', 'work 40-41', 'waiting 41-'],
      ['r~', 'retrying', 'failed 5-9', 'backoff 9-'],
      ['b~', 'skipped'],
      ['u~', 'unknown', 'failed 1-3', 'waiting 3-'],
      ['k~', 'completed', 'work 0-2', 'waiting 2-9'],
    ]);
    expect(lanes[3]?.skippedBecause).toBe('a was skipped');
  });
});

describe('the axis', () => {
  const lanes = timelineOf([
    run('a', [0, 1_000]),
    run('h', [1_000, 601_000], { waitingSince: at(1_001) }),
    run('b', [601_000, 602_000]),
  ]);

  it('folds only stretches over 30 s in which nothing worked', () => {
    const axis = axisOf(bars(lanes), 0, 602_000);
    expect(axis.map((one) => [one.from, one.to, one.folded])).toEqual([
      [0, 1_001, false],
      [1_001, 601_000, true],
      [601_000, 602_000, false],
    ]);
    expect(axis.reduce((sum, one) => sum + one.width, 0)).toBeCloseTo(1);
    expect(placeOf(axis, 0)).toBe(0);
    expect(placeOf(axis, 602_000)).toBeCloseTo(1);
    expect(placeOf(axis, 601_000) - placeOf(axis, 1_001)).toBeLessThan(0.1);
    const short = axisOf(bars(timelineOf([run('a', [0, 1]), run('b', [30_001, 30_002])])), 0, 30_002);
    expect(short.some(({ folded }) => folded)).toBe(false);
  });

  it('lets the fold have the axis when hardly anything worked', () => {
    const axis = axisOf(bars(timelineOf([run('a', [0, 2])])), 0, 60_000);
    expect(axis.map(({ folded, start, width }) => [folded, start, width])).toEqual([
      [false, 0, 0.01],
      [true, 0.01, 0.99],
    ]);
  });

  it('bears marks at round times that leave room for each other', () => {
    const axis = axisOf(bars(lanes), 0, 602_000);
    const marks = axisMarks(axis);
    expect(marks[0]).toEqual({ at: 0, ms: 0 });
    expect(marks.map(({ ms }) => ms)).toContain(601_000);
    marks.slice(1).forEach((mark, index) => {
      expect(mark.at - marks[index]!.at).toBeGreaterThanOrEqual(0.1);
    });
    expect(
      axisMarks(axisOf(bars(timelineOf([run('a', [0, 70_000])])), 0, 70_000)).map(({ ms }) => ms),
    ).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
  });

  it('leaves the last mark the room that it takes before its place', () => {
    const marks = axisMarks(axisOf(bars(timelineOf([run('a', [0, 30_000])])), 0, 300_000));
    const before = marks.at(-2);
    expect(marks.at(-1)).toMatchObject({ at: 1, ms: 300_000 });
    expect(before?.at).toBeLessThanOrEqual(0.8);
  });

  it('spans what there is, up to now while something goes on', () => {
    expect(spanOf([], 5)).toBeUndefined();
    expect(spanOf(bars(timelineOf([run('a', [3]), run('b', [2, 4])])), 9)).toEqual({ from: 2, to: 9 });
  });
});

describe('the rows', () => {
  const parents: Record<string, string> = { b: 'l', c: 'l', m: 'l', d: 'm' };
  const inLoop = (nodeId: string, iterationPath: number[], rest: Partial<NodeRun> = {}) =>
    run(nodeId, [0, 5], { iterationPath, ...rest });
  const rows = (nodeRuns: NodeRun[], selected?: string, toggled: [string, boolean][] = []) =>
    timelineRows(timelineOf(nodeRuns), {
      parentOf: (id) => parents[id],
      toggled: new Map(toggled),
      selected,
    }).map(
      ({ key, depth, open }) => `${'.'.repeat(depth)}${key}${open === undefined ? '' : open ? ' -' : ' +'}`,
    );

  const twice = [
    run('s', [0, 1]),
    run('l', [0, 9]),
    inLoop('b', [1]),
    inLoop('c', [1], { status: 'failed' }),
    inLoop('b', [0]),
    inLoop('c', [0]),
    run('z', [9, 9]),
  ];

  it('nest iterations under their loop in their order, closed at first', () => {
    expect(rows(twice)).toEqual(['s~', 'l~ -', '.l~#0 +', '.l~#1 +', 'z~']);
  });

  it('are open around what is selected, and as somebody left them', () => {
    expect(rows(twice, 'c~1')).toEqual(['s~', 'l~ -', '.l~#0 +', '.l~#1 -', '..b~1', '..c~1', 'z~']);
    expect(rows(twice, 'c~1', [['l~', false]])).toEqual(['s~', 'l~ +', 'z~']);
    expect(rows(twice, undefined, [['l~#0', true]])).toEqual([
      's~',
      'l~ -',
      '.l~#0 -',
      '..b~0',
      '..c~0',
      '.l~#1 +',
      'z~',
    ]);
  });

  it('tell of a closed iteration what needs a look, on one line', () => {
    const row = timelineRows(timelineOf(twice), {
      parentOf: (id) => parents[id],
      toggled: new Map(),
      selected: undefined,
    }).find(({ key }) => key === 'l~#1');
    expect(row).toMatchObject({ status: 'failed', kind: 'iteration', path: [1] });
    expect(row?.bars.map(({ kind }) => kind)).toEqual(['work', 'failed']);
  });

  it('leave out the row of an iteration with one step, and hold a loop in a loop', () => {
    const nested = [run('l', [0, 9]), inLoop('m', [0]), inLoop('d', [0, 0]), inLoop('d', [0, 1])];
    expect(rows(nested, 'd~0.1')).toEqual(['l~ -', '.l~#0 -', '..m~0 -', '...d~0.0', '...d~0.1']);
    expect(rows([run('l', [0, 9]), inLoop('b', [0]), inLoop('b', [1])])).toEqual(['l~ -', '.b~0', '.b~1']);
  });

  it('keep a loop of many iterations closed', () => {
    const many = [run('l', [0, 9]), ...Array.from({ length: 5_000 }, (_, index) => inLoop('b', [index]))];
    expect(rows(many)).toEqual(['l~ +']);
    expect(rows(many, undefined, [['l~', true]])).toHaveLength(5_001);
  });
});
