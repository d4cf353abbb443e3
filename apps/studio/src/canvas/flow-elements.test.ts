import { openDocument, placeMissing } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { flowNodes, NOTHING_CHOSEN } from './flow-elements';

const node = (id: string, type: string, parentId?: string) =>
  ({ id, type, name: id, config: {}, ...(parentId === undefined ? {} : { parentId }) }) as WorkflowNode;

it.each<[string, WorkflowNode[], Record<string, string | undefined>]>([
  [
    'a node in a loop in a loop',
    [node('a', 'loop'), node('b', 'loop', 'a'), node('c', 'code', 'b')],
    { a: undefined, b: 'a', c: 'b' },
  ],
  ['a loop that is not there', [node('c', 'code', 'gone')], { c: undefined }],
  ['a node in itself', [node('a', 'loop', 'a')], { a: undefined }],
  [
    'loops that stand in each other, and what is in them',
    [node('a', 'loop', 'b'), node('b', 'loop', 'a'), node('c', 'code', 'a')],
    { a: undefined, b: undefined, c: undefined },
  ],
  [
    'types called as what every object has',
    [node('a', 'constructor'), node('b', 'toString')],
    { a: undefined, b: undefined },
  ],
])('draws %s, each after what it stands in', (_, nodes, parents) => {
  const graph = { schemaVersion: '1.0', id: 'g', name: 'G', nodes, edges: [] } as unknown as WorkflowGraph;
  const document = placeMissing(openDocument(graph), nodeDefinitions);
  const drawn = flowNodes(document, NOTHING_CHOSEN, { nodes: [], document: undefined });
  expect(Object.fromEntries(drawn.map(({ id, parentId }) => [id, parentId]))).toEqual(parents);
});
