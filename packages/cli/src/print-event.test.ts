import { EVENT_TYPES, type EventEnvelope, type EventType } from '@weftwork/schema';
import type { Gate } from '@weftwork/sdk';
import { expect, it } from 'vitest';
import { describeEvent, describeGate } from './print-event';
import type { Terminal } from './terminal';

const plain: Terminal = { out: () => {}, err: () => {}, style: (_, text) => text, canAsk: false };
const names = new Map([['a', 'First']]);

function line(
  type: EventType,
  data: EventEnvelope['data'] = {},
  more: Partial<EventEnvelope> = {},
): string | undefined {
  const event: EventEnvelope = {
    schemaVersion: '1.0',
    runId: 'r1',
    seq: 1,
    type,
    occurredAt: '2026-01-01T00:00:00.000Z',
    nodeId: 'a',
    data,
    ...more,
  };
  return describeEvent(event, names, plain);
}

it('says what happened to which node, in which iteration and attempt', () => {
  expect(line('node.started')).toBe('▶ First');
  expect(line('node.started', {}, { nodeId: 'other', iterationPath: [1, 0], attempt: 2 })).toBe(
    '▶ other [2.1] (attempt 2)',
  );
  expect(line('node.completed', { output: {}, handle: 'yes' })).toBe('✓ First → yes');
  const error = { code: 'HTTP_FAILED', message: 'no luck' };
  expect(line('node.failed', { error, attempts: 1 })).toBe('✗ First: HTTP_FAILED no luck');
  expect(line('gate.opened', { stepId: 's', mode: 'approval', message: 'Go on?' })).toBe(
    '◆ First asks: Go on?',
  );
  expect(line('run.failed', { error })).toBe('✗ failed: HTTP_FAILED no luck');
});

it('shows what a gate is about in lines, and only nested values as JSON', () => {
  const show = { amount: 12, note: 'one\ntwo', to: { name: 'Ada' } };
  const gate = {
    stepId: 's',
    nodeId: 'a',
    mode: 'approval',
    status: 'open',
    openedAt: '',
    message: 'Pay?',
    show,
  };
  expect(describeGate(gate as Gate, names, plain).split('\n')).toEqual([
    '◆ First asks: Pay?',
    '  amount: 12',
    '  note:',
    '    one',
    '    two',
    '  to: {',
    '    "name": "Ada"',
    '  }',
  ]);
});

it('has a line or silence for every type of event, and for types it does not know yet', () => {
  for (const type of EVENT_TYPES) expect(() => line(type)).not.toThrow();
  expect(line('node.dreamt' as EventType)).toBe('node.dreamt');
});
