import { describe, expect, it } from 'vitest';
import { readSkipReason, type SkipCause, writeSkipReason } from './skip-reason';

const a: SkipCause = { kind: 'skipped', nodeId: 'a-1' };
const b: SkipCause = { kind: 'not_taken', nodeId: 'b_2', handle: 'yes' };

describe('the reason of a skip', () => {
  it.each([[[a]], [[b]], [[a, b]], [[b, { ...b, handle: 'else' }, a]]])(
    'is read as it was written: %j',
    (causes) => {
      expect(readSkipReason(writeSkipReason(causes))).toEqual(causes);
    },
  );

  it('names each cause once, and three at most', () => {
    const many = ['a', 'b', 'c', 'd'].map((nodeId): SkipCause => ({ kind: 'skipped', nodeId }));
    expect(writeSkipReason([a, a])).toBe('a-1 was skipped');
    expect(readSkipReason(writeSkipReason(many))).toHaveLength(3);
  });

  it.each(['', 'because', 'a was skipped, and so on'])('is none in %j', (text) => {
    expect(readSkipReason(text)).toBeUndefined();
  });
});
