import { openDocument } from '@weftwork/editor';
import type { WorkflowGraph } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import type { NodeRun, Run } from '../api/types';
import { viewOf } from '../run-state/run-view';
import { drawsAlike, overlayOf } from './run-overlay';

const document = openDocument({
  id: 'w',
  name: 'W',
  nodes: [
    { id: 'start', type: 'start', name: 'Input', config: {} },
    { id: 'output', type: 'output', name: 'Output', config: { value: {} } },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'output' }],
});

const ran = (id: string, status: NodeRun['status']): NodeRun =>
  ({ id: `${id}#1`, nodeId: id, attempt: 1, status, iterationPath: [] }) as unknown as NodeRun;
const viewWith = (...nodeRuns: NodeRun[]) =>
  viewOf({ id: 'r', status: 'running', artifacts: [], gates: [], lastSeq: 1, nodeRuns } as unknown as Run);

describe('the overlay of a run', () => {
  const [begun, ended] = [ran('start', 'completed'), ran('output', 'completed')];
  const before = overlayOf(document, viewWith(begun), [], undefined);

  it('stays the same object while the run says nothing new', () => {
    expect(overlayOf(document, viewWith(begun), [], before)).toBe(before);
  });

  it('keeps the states of nodes that nothing happened to', () => {
    const after = overlayOf(document, viewWith(begun, ended), [], before);
    expect(after).not.toBe(before);
    expect(after.nodes.get('start')).toBe(before.nodes.get('start'));
    expect(after.nodes.get('output')?.status).toBe('completed');
  });
});

describe('a graph that changed', () => {
  const { graph } = document;
  const [start, output] = graph.nodes;
  it.each<[string, WorkflowGraph, boolean]>([
    ['in a name', { ...graph, nodes: [{ ...start!, name: 'Begin' }, output!] }, true],
    ['in a setting', { ...graph, nodes: [start!, { ...output!, config: { value: { a: 1 } } }] }, true],
    ['in an id', { ...graph, nodes: [{ ...start!, id: 'begin' }, output!] }, false],
    ['in a loop', { ...graph, nodes: [start!, { ...output!, parentId: 'loop' }] }, false],
    ['in its edges', { ...graph, edges: [] }, false],
    ['in its number of nodes', { ...graph, nodes: [start!] }, false],
  ])('%s', (_, now, alike) => expect(drawsAlike(now, graph)).toBe(alike));
});
