import { encodeEvents, type RunEvent, type RunStatus } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { callViolations, logViolations, uncalledCompletions, watchedRun } from './run-violations';

/** Events as text: a type, and the node it is about where there is one. */
function run(status: RunStatus, ...lines: string[]) {
  const events = lines.map((line) => {
    const [type, nodeId] = line.split(' ');
    return { type, occurredAt: 1, ...(nodeId && { nodeId, attempt: 1 }), data: {} } as RunEvent;
  });
  const { text } = encodeEvents(events);
  return watchedRun({ id: 'r', status, lastSeq: events.length }, [
    { firstSeq: 1, lastSeq: events.length, text },
  ]);
}

const whole = ['run.started', 'node.started a', 'node.completed a', 'run.completed'];

it('finds nothing wrong with a run that went well', () => {
  expect(logViolations(run('completed', ...whole))).toEqual([]);
  expect(callViolations(run('completed', ...whole), new Map([['a~~1', 1]]))).toEqual([]);
  expect(uncalledCompletions(run('completed', ...whole), new Map([['a~~1', 1]]), () => true)).toEqual([]);
});

it('lets an attempt be cancelled that was to be made again', () => {
  const events = ['node.started a', 'node.retrying a', 'run.cancel_requested', 'node.cancelled a'];
  expect(logViolations(run('cancelled', ...events, 'run.cancelled'))).toEqual([]);
});

it.each<[string, RunStatus, readonly string[], RegExp]>([
  ['an end that stands twice', 'completed', [...whole, 'run.completed'], /run.completed/],
  ['an end that is not the last', 'completed', [...whole, 'node.started b'], /last/],
  ['an end in a run that goes on', 'running', whole, /running, with run.completed/],
  ['no end in a run that ended', 'completed', whole.slice(0, -1), /completed, with \[\]/],
  ['a node run that started twice', 'running', ['node.started a', 'node.started a'], /2 of node.started/],
  ['a node run that ended twice', 'running', ['node.completed a', 'node.failed a'], /a~~1 has 2 of/],
  ['an attempt that ended and is made again', 'running', ['node.retrying a', 'node.completed a'], /2 of/],
  ['a node run left open', 'completed', ['node.started a', 'run.completed'], /a~~1 was left open/],
  [
    'an unknown outcome in a completed run',
    'completed',
    ['node.started a', 'node.unknown a', 'run.completed'],
    /left open/,
  ],
  [
    'a start after a cancel',
    'cancel_requested',
    ['run.cancel_requested', 'node.started a'],
    /after the cancel/,
  ],
])('sees %s', (_title, status, events, words) => {
  expect(logViolations(run(status, ...events)).join('\n')).toMatch(words);
});

it('sees events that are missing, and rows that do not follow each other', () => {
  const { text } = encodeEvents([{ type: 'run.started', occurredAt: 1, data: {} }]);
  const short = watchedRun({ id: 'r', status: 'running', lastSeq: 2 }, [{ firstSeq: 1, lastSeq: 1, text }]);
  expect(logViolations(short)).toEqual(['1 events stand in the log, the run counts 2']);
  const rows = [
    { firstSeq: 1, lastSeq: 1, text },
    { firstSeq: 3, lastSeq: 4, text },
  ];
  expect(watchedRun({ id: 'r', status: 'running', lastSeq: 2 }, rows).gaps).toHaveLength(2);
});

it('sees calls that were made twice, without an intent, without a trace, or not at all', () => {
  const ended = run('completed', ...whole);
  expect(callViolations(ended, new Map([['a~~1', 2]]))).toEqual(['a~~1 was called 2 times']);
  expect(callViolations(ended, new Map([['b~~1', 1]]))).toEqual(['b~~1 was called without an intent']);
  const open = run('failed', 'node.started a', 'run.failed');
  expect(callViolations(open, new Map([['a~~1', 1]]))).toHaveLength(1);
  expect(uncalledCompletions(ended, new Map(), () => true)).toEqual(['a~~1 completed without a call']);
});
