import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { RunEvent } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from '../../../test/support/draw-graph';
import { begin, commandKey, compile, createState, decide, evolve } from '.';

const graph = drawGraph('start>ask,s ask.approved>M s>M M>output', {
  ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
  s: { type: 'subworkflow', config: { workflowId: 'child', input: {} } },
});

const of = (nodeId: string, type: string, data: object = {}) => ({ type, nodeId, attempt: 1, data });
const begun = [
  { ...of('start', 'node.completed', { output: {} }) },
  of('ask', 'node.started'),
  of('ask', 'gate.opened', { stepId: 'ask~~1', mode: 'approval' }),
  of('s', 'node.started'),
  of('s', 'child.started', { childRunId: 'c', workflowId: 'child', version: 1 }),
];
const answered = of('ask', 'gate.decided', { stepId: 'ask~~1', decision: 'approved', by: 'ann' });
const childEnded = of('s', 'child.ended', { childRunId: 'c', status: 'completed', output: {} });
const cancel = { type: 'run.cancel_requested', data: { by: 'ann' } };

function commandsAfter(facts: readonly object[]): readonly string[] {
  const state = begin(createState(compile(graph, nodeDefinitions), graph.settings));
  for (const fact of [...begun, ...facts]) evolve(state, { occurredAt: 0, ...fact } as RunEvent);
  return decide(state).map(commandKey).sort();
}

const rows: [string, readonly object[], readonly string[]][] = [
  ['nothing was answered', [cancel], ['cancelChild:s~~1', 'withdrawGate:ask~~1']],
  ['the child had ended', [childEnded, cancel], ['cancelNode:s~~1', 'withdrawGate:ask~~1']],
  ['the child ends meanwhile', [cancel, childEnded], ['cancelNode:s~~1', 'withdrawGate:ask~~1']],
  ['the gate was decided', [answered, cancel], ['cancelChild:s~~1', 'cancelNode:ask~~1']],
  ['the gate is decided meanwhile', [cancel, answered], ['cancelChild:s~~1', 'cancelNode:ask~~1']],
  ['both were answered', [answered, childEnded, cancel], ['cancelNode:ask~~1', 'cancelNode:s~~1']],
];

it.each(rows)('a run that is cancelled waits for no answer that it has: %s', (_title, facts, wanted) => {
  expect(commandsAfter(facts)).toEqual(wanted);
});
