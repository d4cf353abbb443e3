import type { JsonValue } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { conditionText, loopSource, shortPath } from './node-summary';

it.each<[JsonValue, string]>([
  ['inputs.n > 3', 'inputs.n > 3'],
  [{ left: '{{ nodes.score.data.score }}', op: 'gte', right: 0.8 }, 'score.score ≥ 0.8'],
  [{ left: '{{ inputs.name }}', op: 'is_empty' }, 'name is empty'],
  [{ not: { left: '{{ inputs.a }}', op: 'eq', right: 'x' } }, '!(a = "x")'],
  [{ any: ['inputs.a == 1', { left: 1, op: 'lt', right: 2 }] }, 'inputs.a == 1 || 1 < 2'],
  [{ left: '{{ inputs.tags }}', op: 'not_contains', right: 'x' }, 'tags not contains "x"'],
])('writes %j as one line', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});

it('shortens paths of any script', () => {
  expect(shortPath('nodes.取数.data.rows')).toBe('取数.rows');
});

it.each([
  [{ items: '{{ nodes.a.data.rows }}' }, 'a.rows'],
  [{ over: 'count', count: 3 }, '3'],
  [{ over: 'while', while: 'nodes.l.data.index < 3' }, 'l.index < 3'],
])('says what a loop goes over: %j', (config, text) => {
  expect(loopSource(config)).toBe(text);
});
