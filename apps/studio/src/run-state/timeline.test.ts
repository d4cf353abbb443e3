import { describe, expect, it } from 'vitest';
import type { EventEnvelope } from '../api/types';
import { axisOf, nestLanes, placeOf, timelineOf } from './timeline';

const event = (type: EventEnvelope['type'], nodeId: string, at: number, attempt = 1): EventEnvelope => ({
  schemaVersion: '1.0',
  runId: 'r',
  seq: 1,
  type,
  nodeId,
  attempt,
  occurredAt: new Date(at).toISOString(),
  data: {},
});

describe('the timeline of a run', () => {
  it('draws each attempt, the back-off between, and waits for people', () => {
    const lanes = timelineOf([
      event('node.started', 'a', 0),
      event('node.retrying', 'a', 10),
      event('node.started', 'a', 30, 2),
      event('node.completed', 'a', 40, 2),
      event('node.started', 'h', 40),
      event('node.awaiting_input', 'h', 41),
      event('node.skipped', 'b', 42),
    ]);
    expect(
      lanes.map((lane) => [lane.nodeId, lane.status, lane.bars.map((bar) => [bar.kind, bar.from, bar.to])]),
    ).toEqual([
      [
        'a',
        'completed',
        [
          ['failed', 0, 10],
          ['backoff', 10, 30],
          ['work', 30, 40],
        ],
      ],
      [
        'h',
        'awaiting_input',
        [
          ['work', 40, 41],
          ['waiting', 41, undefined],
        ],
      ],
      ['b', 'skipped', []],
    ]);
  });

  it('folds only stretches over 30 s in which nothing worked', () => {
    const lanes = timelineOf([
      event('node.started', 'a', 0),
      event('node.completed', 'a', 1_000),
      event('node.started', 'h', 1_000),
      event('node.awaiting_input', 'h', 1_001),
      event('node.completed', 'h', 601_000),
      event('node.started', 'b', 601_000),
      event('node.completed', 'b', 602_000),
    ]);
    const axis = axisOf(lanes, 0, 602_000);
    expect(axis.map((one) => [one.from, one.to, one.folded])).toEqual([
      [0, 1_001, false],
      [1_001, 601_000, true],
      [601_000, 602_000, false],
    ]);
    expect(axis.reduce((sum, one) => sum + one.width, 0)).toBeCloseTo(1);
    expect(placeOf(axis, 0)).toBe(0);
    expect(placeOf(axis, 602_000)).toBeCloseTo(1);
    expect(placeOf(axis, 601_000) - placeOf(axis, 1_001)).toBeLessThan(0.1);
  });

  it('puts iterations under their loop, one after the other, also in a loop in a loop', () => {
    const at = (nodeId: string, ...iterationPath: number[]) => ({
      ...event('node.started', nodeId, 0),
      iterationPath,
    });
    const lanes = timelineOf([
      at('s'),
      at('l'),
      at('z'),
      at('m', 1),
      at('b', 1, 0),
      at('m', 0),
      at('b', 0, 1),
      at('b', 0, 0),
    ]);
    const parents: Record<string, string> = { m: 'l', b: 'm' };
    expect(nestLanes(lanes, (id) => parents[id]).map((lane) => lane.key)).toEqual([
      's~',
      'l~',
      'm~0',
      'b~0.0',
      'b~0.1',
      'm~1',
      'b~1.0',
      'z~',
    ]);
  });
});
