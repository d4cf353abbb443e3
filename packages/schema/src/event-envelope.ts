import { z } from 'zod';
import type { JsonObject, JsonValue } from './json';
import { WAIT_REASONS } from './run-status';

/*
 * What may stand in the log of a run. Payloads are closed: a type may be added, a payload only extended.
 * The log is the truth: node runs, live views and the engine's state are folds of it.
 */

const json = z.custom<JsonValue>(() => true);
const object = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const error = z.strictObject({
  code: z.string(),
  message: z.string(),
  nodeId: z.string().optional(),
  iterationPath: z.array(z.int()).readonly().optional(),
  field: z.string().optional(),
});
const warning = z.strictObject({ code: z.string(), message: z.string(), nodeId: z.string().optional() });
const artifact = z.strictObject({
  artifactId: z.string(),
  name: z.string(),
  mimeType: z.string(),
  path: z.string(),
});
/** Top-level keys of an output whose values were stored as artifacts because they were large. */
const spilled = z.record(z.string(), z.strictObject({ artifactId: z.string(), bytes: z.int() }));

export const EVENT_PAYLOADS = {
  /** Where the run comes from: the span that asked for it, and of a child the top-level run. */
  'run.queued': z.strictObject({ traceparent: z.string().optional(), rootRunId: z.string().optional() }),
  'run.started': z.strictObject({}),
  'run.awaiting_input': z.strictObject({ waitReason: z.enum(WAIT_REASONS) }),
  'run.resumed': z.strictObject({}),
  'run.cancel_requested': z.strictObject({ by: z.string().optional() }),
  'run.completed': z.strictObject({
    output: object,
    spilled: spilled.optional(),
    warnings: z.array(warning).optional(),
  }),
  'run.failed': z.strictObject({ error }),
  'run.cancelled': z.strictObject({}),

  /** `input` is the resolved config with secrets masked, for what is not pure; `count` the iterations a loop knows at entry. */
  'node.started': z.strictObject({
    input: json.optional(),
    count: z.int().nullable().optional(),
    /** Of a loop: there was more than its limit allows, and it stops there. */
    limited: z.boolean().optional(),
    sources: z.array(z.string()).optional(),
  }),
  /** `handle` is absent for `default`. `error` is what `onError: "continue"` swallowed. */
  'node.completed': z.strictObject({
    /** An object, or whatever `fallback` is under `onError: "continue"`. */
    output: json,
    handle: z.string().optional(),
    sources: z.array(z.string()).optional(),
    messages: z.array(json).optional(),
    artifacts: z.array(artifact).optional(),
    metadata: object.optional(),
    warnings: z.array(warning).optional(),
    spilled: spilled.optional(),
    error: error.optional(),
  }),
  /** `handle: "error"` when the failure took the error branch, absent when it fails its run or iteration. */
  'node.failed': z.strictObject({ error, attempts: z.int(), handle: z.literal('error').optional() }),
  'node.skipped': z.strictObject({ reason: z.string() }),
  /** Ends the attempt it names; the next attempt starts at `retryAt`. */
  'node.retrying': z.strictObject({ error, retryAt: z.string(), nextAttempt: z.int() }),
  'node.awaiting_input': z.strictObject({ stepId: z.string() }),
  'node.cancelled': z.strictObject({ reason: z.string().optional() }),
  /** An at-most-once call whose outcome nobody knows; a person settles it. */
  'node.unknown': z.strictObject({ error }),
  'node.settled': z.strictObject({
    outcome: z.enum(['done', 'failed', 'again']),
    data: object.optional(),
    by: z.string(),
  }),
  'node.log': z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }),

  'loop.iteration_started': z.strictObject({ index: z.int() }),
  'loop.iteration_completed': z.strictObject({
    index: z.int(),
    result: json.optional(),
    state: json.optional(),
    error: error.optional(),
  }),

  /** `stepId` names the node run that waits: what the answer routes take. */
  'gate.opened': z.strictObject({
    stepId: z.string(),
    mode: z.enum(['approval', 'form', 'signal']),
    message: json,
    show: object.optional(),
    /** Values of `show` that stand in artifacts. */
    spilled: spilled.optional(),
    schema: object.optional(),
    deadlineAt: z.string().optional(),
    assignee: object.optional(),
    signal: z.strictObject({ name: z.string(), key: json }).optional(),
  }),
  'gate.voted': z.strictObject({ stepId: z.string(), by: z.string(), vote: z.enum(['approve', 'reject']) }),
  'gate.decided': z.strictObject({
    stepId: z.string(),
    decision: z.enum(['approved', 'rejected', 'answered', 'timed_out']),
    by: z.string(),
    comment: z.string().nullable().optional(),
    data: json.optional(),
    /** The signal whose payload `data` is. */
    signalId: z.string().optional(),
  }),
  'gate.escalated': z.strictObject({ stepId: z.string(), stage: z.int() }),
  'gate.expired': z.strictObject({ stepId: z.string() }),
  'gate.withdrawn': z.strictObject({ stepId: z.string() }),

  'child.started': z.strictObject({ childRunId: z.string(), workflowId: z.string(), version: z.int() }),
  'child.ended': z.strictObject({
    childRunId: z.string(),
    status: z.enum(['completed', 'failed', 'cancelled']),
    output: object.optional(),
    spilled: spilled.optional(),
    error: error.optional(),
  }),

  'artifact.created': z.strictObject({ artifact }),
} as const;

export type EventType = keyof typeof EVENT_PAYLOADS;
export const EVENT_TYPES = Object.keys(EVENT_PAYLOADS) as EventType[];
/** Values of an output that were stored as artifacts; the output itself has previews in their places. */
export type Spilled = z.infer<typeof spilled>;

export type EventPayload<T extends EventType> = z.infer<(typeof EVENT_PAYLOADS)[T]>;

/**
 * A fact of a run, before it has a number. `iterationPath` holds 0-based indexes, outermost first, and is absent at
 * top level; `attempt` starts at 1.
 */
export type RunEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly occurredAt: number;
    readonly nodeId?: string;
    readonly iterationPath?: readonly number[];
    readonly attempt?: number;
    readonly data: EventPayload<T>;
  };
}[EventType];

/** What the API and SSE send. `seq` starts at 1 per run, without gaps; `occurredAt` is RFC 3339. */
export interface EventEnvelope {
  readonly schemaVersion: '1.0';
  readonly runId: string;
  readonly seq: number;
  readonly type: EventType;
  readonly occurredAt: string;
  readonly nodeId?: string;
  readonly iterationPath?: readonly number[];
  readonly attempt?: number;
  readonly data: JsonObject;
}

export const EventEnvelopeSchema = z.strictObject({
  schemaVersion: z.literal('1.0'),
  runId: z.string(),
  seq: z.int().min(1),
  type: z.enum(EVENT_TYPES as [EventType, ...EventType[]]),
  occurredAt: z.iso.datetime(),
  nodeId: z.string().optional(),
  iterationPath: z.array(z.int().min(0)).min(1).optional(),
  attempt: z.int().min(1).optional(),
  data: object,
});

export function toEnvelope(runId: string, seq: number, event: RunEvent): EventEnvelope {
  return {
    schemaVersion: '1.0',
    runId,
    seq,
    type: event.type,
    occurredAt: new Date(event.occurredAt).toISOString(),
    ...(event.nodeId === undefined ? {} : { nodeId: event.nodeId }),
    ...(event.iterationPath?.length ? { iterationPath: event.iterationPath } : {}),
    ...(event.attempt === undefined ? {} : { attempt: event.attempt }),
    data: event.data as JsonObject,
  };
}
