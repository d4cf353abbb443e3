import { openDocument } from '@weftwork/editor';
import type { Issue } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { byNode, placeIssues } from './canvas-store';
import { keepSame } from './run-overlay';

const document = openDocument({
  id: 'w',
  name: 'W',
  nodes: [
    { id: 'start', type: 'start', name: 'S', config: {} },
    { id: 'get', type: 'http', name: 'G', config: {} },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'get' }],
});
const issue = (path: string): Issue => ({ code: 'INVALID_FIELD', severity: 'error', path, message: 'm' });

it('sorts issues to node and field by their path', () => {
  const placed = placeIssues(
    ['/nodes/1/config/url', '/edges/0', '/inputSchema', '/nodes/1'].map(issue),
    document,
  );
  expect(placed.map(({ nodeId, edgeId, field }) => [nodeId, edgeId, field])).toEqual([
    ['get', undefined, '/config/url'],
    [undefined, 'e1', ''],
    [undefined, undefined, '/inputSchema'],
    ['get', undefined, ''],
  ]);
  expect(byNode(placed).get('get')).toHaveLength(2);
});

it('keeps what says the same, so that only changed cards draw again', () => {
  const before = new Map([
    ['a', { status: 'running', list: [1] }],
    ['b', { status: 'running', list: [] }],
  ]);
  const same = new Map([...before].map(([key, value]) => [key, { ...value, list: [...value.list] }]));
  expect(keepSame(same, before)).toBe(before);
  const next = keepSame(new Map([...same, ['b', { status: 'completed', list: [] }]]), before);
  expect(next).not.toBe(before);
  expect(next.get('a')).toBe(before.get('a'));
  expect(next.get('b')).toEqual({ status: 'completed', list: [] });
});
