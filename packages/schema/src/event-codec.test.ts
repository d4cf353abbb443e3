import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesMissing, decodeEvents, EventEncoder, encodeEvents } from './event-codec';
import { EVENT_PAYLOADS, EventEnvelopeSchema, type RunEvent, toEnvelope } from './event-envelope';
import { nodeRunId, parseNodeRunId } from './node-run-id';
import { isTerminal, RUN_STATUSES, RUN_TRANSITIONS } from './run-status';

const path = fc.array(fc.nat(9), { maxLength: 3 });
const event = fc
  .record({
    type: fc.constantFrom('node.started', 'node.completed', 'node.skipped', 'run.completed' as const),
    occurredAt: fc.integer({ min: 1, max: 4e12 }),
    nodeId: fc.option(fc.constantFrom('a', '开始', 'x-1'), { nil: undefined }),
    path,
    attempt: fc.integer({ min: 1, max: 9 }),
    data: fc.dictionary(fc.string(), fc.jsonValue()),
  })
  .map(({ path: iterationPath, nodeId, ...rest }) => {
    const place = nodeId === undefined ? {} : { nodeId, ...(iterationPath.length ? { iterationPath } : {}) };
    return JSON.parse(JSON.stringify({ ...rest, ...place })) as RunEvent;
  });

describe('the event codec', () => {
  it('gives back what it was given', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const { text, events: count } = encodeEvents(events);
        expect(count).toBe(events.length);
        expect(decodeEvents(text)).toEqual(events);
      }),
    );
  });

  it('writes a pure node run once and reads it as two events', () => {
    const encoder = new EventEncoder();
    encoder.addPure(1000, '"c"', '2.0', '{"case":"x"}', 'x');
    const { text, events } = encoder.take();
    expect(text).toBe('1[1000,[0,0,"c","2.0",{"case":"x"},"x"]]');
    expect(events).toBe(2);
    const place = { occurredAt: 1000, nodeId: 'c', iterationPath: [2, 0], attempt: 1 };
    expect(decodeEvents(text)).toEqual([
      { type: 'node.started', ...place, data: {} },
      { type: 'node.completed', ...place, data: { output: { case: 'x' }, handle: 'x' } },
    ]);
  });

  it('has a code for every event type', () => expect(codesMissing()).toEqual([]));

  it('refuses a version it does not know', () => expect(() => decodeEvents('9[0]')).toThrow(/version/));
});

describe('an envelope', () => {
  it('fits its schema', () => {
    const envelope = toEnvelope('r', 1, { type: 'run.started', occurredAt: 0, data: {} });
    expect(EventEnvelopeSchema.parse(envelope)).toEqual(envelope);
    expect(envelope).not.toHaveProperty('iterationPath');
  });

  it('has a closed payload', () => {
    expect(EVENT_PAYLOADS['run.started'].safeParse({ more: 1 }).success).toBe(false);
  });
});

describe('a node run id', () => {
  it('reads back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a', '步骤-1', 'x_2'),
        path,
        fc.integer({ min: 1, max: 99 }),
        (nodeId, at, attempt) => {
          expect(parseNodeRunId(nodeRunId(nodeId, at, attempt))).toEqual({ nodeId, path: at, attempt });
        },
      ),
    );
  });

  it.each(['', 'a', 'a~~0', 'a~x~1', '../a~~1', 'a~~1~'])('is not %j', (text) =>
    expect(parseNodeRunId(text)).toBeUndefined(),
  );
});

it('no status follows a terminal one, and cancel_requested leads to cancelled only', () => {
  for (const status of RUN_STATUSES) if (isTerminal(status)) expect(RUN_TRANSITIONS[status]).toEqual([]);
  expect(RUN_TRANSITIONS.cancel_requested).toEqual(['cancelled']);
});
