import { expect, it } from 'vitest';
import type { WakeMessage } from './ports';
import { RunHub } from './run-hub';
import type { SettledRun } from './runtime-api';

const LONG = 'a'.repeat(10_000);
const END: SettledRun = { status: 'completed', warnings: [], lastSeq: 4, output: { total: 3 } };
const error = (message: string) => ({ code: 'NODE_FAILED', message });

it.each<[string, SettledRun, SettledRun | undefined]>([
  ['a small output', END, END],
  [
    'a short error',
    { status: 'failed', warnings: [], lastSeq: 4, error: error('no') },
    { status: 'failed', warnings: [], lastSeq: 4, error: error('no') },
  ],
  ['nothing of a long output', { ...END, output: { text: LONG } }, undefined],
  ['nothing of a long error', { status: 'failed', warnings: [], lastSeq: 4, error: error(LONG) }, undefined],
  [
    'nothing of long warnings',
    { ...END, warnings: [{ nodeId: 'a', code: 'TRUNCATED', message: LONG }] },
    undefined,
  ],
  ['nothing of what may change yet', { ...END, status: 'awaiting_input' }, undefined],
])('sends %s along when a run has settled', (_, run, end) => {
  const sent: WakeMessage[] = [];
  const hub = new RunHub({ publish: (_runId, message) => sent.push(message) });
  hub.settle('r', run);
  expect(sent).toEqual([end ? { kind: 'settled', end } : { kind: 'settled' }]);
});
