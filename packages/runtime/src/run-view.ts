import {
  type Artifact,
  decodeEvents,
  type EventEnvelope,
  type EventPayload,
  type EventType,
  type JsonObject,
  type JsonValue,
  type NodeRunStatus,
  nodeRunId,
  type RunError,
  type RunStatus,
  type RunWarning,
  type Spilled,
  toEnvelope,
  type WaitReason,
} from '@weftwork/schema';

/*
 * What people see of a run, folded from its log: node runs, gates, artifacts and the status. The server folds the whole
 * log for `GET /runs/{id}`, the studio goes on with each event of the stream, and both read the same.
 * Pure, and free of Node: it runs in the browser.
 */

export interface NodeRunView {
  /** What answer routes call `stepId`. */
  readonly id: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly attempt: number;
  readonly status: NodeRunStatus;
  /** Why it was skipped or cancelled. */
  readonly reason?: string;
  readonly input?: JsonValue;
  readonly output?: JsonObject | null;
  /** The output handle it took, where that is not `default`. */
  readonly handle?: string;
  readonly error?: RunError;
  readonly childRunId?: string;
  readonly retryAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** When it began to wait for a person or a signal. */
  readonly waitingSince?: string;
  readonly messages?: readonly JsonValue[];
  readonly artifacts?: readonly Artifact[];
  readonly metadata?: JsonObject;
  readonly warnings?: readonly RunWarning[];
  readonly spilled?: Spilled;
  /** Of a loop: `count` is null while it cannot be known, as with `while`. */
  readonly iterations?: {
    readonly count?: number | null;
    readonly started: number;
    readonly completed: number;
  };
}

export interface GateView {
  readonly stepId: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly mode: 'approval' | 'form' | 'signal';
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly message: JsonValue;
  readonly show?: JsonObject;
  /** Values of `show` that stand in artifacts; `show` holds the start of each. */
  readonly spilled?: Spilled;
  readonly schema?: JsonObject;
  readonly deadlineAt?: string;
  readonly assignee?: JsonObject;
  readonly openedAt: string;
  readonly decision?: 'approved' | 'rejected' | 'answered' | 'timed_out';
  readonly decidedBy?: string;
  readonly comment?: string | null;
  /** Of mode `signal`: what it waits for. */
  readonly signal?: { readonly name: string; readonly key: JsonValue };
}

/** Grows in place, event by event; the entries themselves are replaced, never changed. */
export interface RunView {
  status: RunStatus;
  waitReason: WaitReason | undefined;
  output: JsonObject | undefined;
  spilled: Spilled | undefined;
  error: RunError | undefined;
  warnings: readonly RunWarning[];
  lastSeq: number;
  startedAt: string | undefined;
  endedAt: string | undefined;
  /** By id, in the order they began. */
  readonly nodeRuns: Map<string, NodeRunView>;
  /** By step id. */
  readonly gates: Map<string, GateView>;
  readonly artifacts: Map<string, Artifact>;
}

export function createRunView(): RunView {
  return {
    status: 'queued',
    waitReason: undefined,
    output: undefined,
    spilled: undefined,
    error: undefined,
    warnings: [],
    lastSeq: 0,
    startedAt: undefined,
    endedAt: undefined,
    nodeRuns: new Map(),
    gates: new Map(),
    artifacts: new Map(),
  };
}

/** Envelopes of log rows with `seq > after`. */
export function* envelopesOf(
  runId: string,
  rows: Iterable<{ readonly firstSeq: number; readonly text: string }>,
  after = 0,
): Generator<EventEnvelope> {
  for (const row of rows) {
    const events = decodeEvents(row.text);
    for (let index = Math.max(0, after + 1 - row.firstSeq); index < events.length; index += 1) {
      yield toEnvelope(runId, row.firstSeq + index, events[index]!);
    }
  }
}

/** Folds one event in. One that was folded already changes nothing, so that a stream may overlap what was read. */
export function applyToRunView(view: RunView, event: EventEnvelope): void {
  if (event.seq <= view.lastSeq) return;
  view.lastSeq = event.seq;
  const fold = FOLDS[event.type] as
    | ((view: RunView, event: EventEnvelope, data: unknown) => void)
    | undefined;
  // A type this release does not know yet still counts as seen.
  fold?.(view, event, event.data);
}

type Fold<T extends EventType> = (view: RunView, event: EventEnvelope, data: EventPayload<T>) => void;

const FOLDS: { readonly [T in EventType]: Fold<T> } = {
  'run.queued': (view) => setStatus(view, 'queued'),
  'run.started': (view, event) => {
    setStatus(view, 'running');
    view.startedAt ??= event.occurredAt;
  },
  'run.awaiting_input': (view, _, { waitReason }) => setStatus(view, 'awaiting_input', waitReason),
  'run.resumed': (view) => setStatus(view, 'running'),
  'run.cancel_requested': (view) => setStatus(view, 'cancel_requested'),
  'run.completed': (view, event, { output, spilled, warnings }) => {
    endRun(view, 'completed', event);
    view.output = output;
    view.spilled = spilled;
    view.warnings = warnings ?? view.warnings;
  },
  'run.failed': (view, event, { error }) => {
    endRun(view, 'failed', event);
    view.error = error;
  },
  'run.cancelled': (view, event) => endRun(view, 'cancelled', event),

  'node.started': (view, event, { input, count }) => {
    const attempt = event.attempt ?? 1;
    // The attempt before this one has failed, or its outcome was given up as unknown.
    if (attempt > 1) closeRetried(view, event, attempt - 1);
    setNodeRun(view, event, {
      status: 'running',
      startedAt: event.occurredAt,
      ...(input === undefined ? {} : { input }),
      ...(count === undefined ? {} : { iterations: { count, started: 0, completed: 0 } }),
    });
  },
  'node.completed': (view, event, { sources: _sources, ...data }) => {
    // A failure that `onError: "continue"` swallowed is shown as a warning.
    const { error } = data;
    const warnings = error ? { warnings: [...(data.warnings ?? []), error as RunWarning] } : {};
    endNodeRun(view, event, 'completed', { ...data, ...warnings } as Partial<NodeRunView>);
    for (const artifact of data.artifacts ?? []) view.artifacts.set(artifact.artifactId, artifact);
  },
  'node.failed': (view, event, { error, handle }) =>
    endNodeRun(view, event, 'failed', { error, ...(handle ? { handle } : {}) }),
  'node.skipped': (view, event, { reason }) => endNodeRun(view, event, 'skipped', { reason }),
  'node.retrying': (view, event, { error, retryAt }) =>
    endNodeRun(view, event, 'retrying', { error, retryAt }),
  'node.awaiting_input': (view, event) =>
    setNodeRun(view, event, { status: 'awaiting_input', waitingSince: event.occurredAt }),
  'node.cancelled': (view, event, { reason }) =>
    endNodeRun(view, event, 'cancelled', reason === undefined ? {} : { reason }),
  'node.unknown': (view, event, { error }) =>
    setNodeRun(view, event, { status: 'unknown', error, waitingSince: event.occurredAt }),
  'node.settled': (view, event, { outcome, data }) => {
    goOn(view);
    if (outcome === 'done') endNodeRun(view, event, 'completed', data ? { output: data } : {});
    else endNodeRun(view, event, 'failed', {});
  },
  'node.log': () => {},

  'loop.iteration_started': (view, event) => countIteration(view, event, 'started'),
  'loop.iteration_completed': (view, event) => countIteration(view, event, 'completed'),

  'gate.opened': (view, event, gate) => {
    view.gates.set(gate.stepId, {
      nodeId: event.nodeId ?? '',
      ...pathOf(event),
      ...gate,
      status: 'open',
      openedAt: event.occurredAt,
    });
  },
  'gate.voted': () => {},
  'gate.decided': (view, _, { stepId, decision, by, comment }) => {
    goOn(view);
    setGate(view, stepId, {
      status: decision === 'timed_out' ? 'expired' : 'decided',
      decision,
      decidedBy: by,
      ...(comment === undefined ? {} : { comment }),
    });
  },
  'gate.escalated': () => {},
  'gate.expired': (view, _, { stepId }) => setGate(view, stepId, { status: 'expired' }),
  'gate.withdrawn': (view, _, { stepId }) => setGate(view, stepId, { status: 'withdrawn' }),

  'child.started': (view, event, { childRunId }) => setNodeRun(view, event, { childRunId }),
  'child.ended': () => {},

  'artifact.created': (view, _, { artifact }) => {
    view.artifacts.set(artifact.artifactId, artifact);
  },
};

/** Somebody answered: what the run waited for is over, although nobody may walk it yet. */
function goOn(view: RunView): void {
  if (view.status === 'awaiting_input') setStatus(view, 'running');
}

function setStatus(view: RunView, status: RunStatus, waitReason?: WaitReason): void {
  view.status = status;
  view.waitReason = waitReason;
}

function endRun(view: RunView, status: RunStatus, event: EventEnvelope): void {
  setStatus(view, status);
  view.endedAt = event.occurredAt;
}

function pathOf(event: EventEnvelope): { iterationPath?: readonly number[] } {
  return event.iterationPath?.length ? { iterationPath: event.iterationPath } : {};
}

function setNodeRun(view: RunView, event: EventEnvelope, change: Partial<NodeRunView>): void {
  if (event.nodeId === undefined) return;
  const attempt = event.attempt ?? 1;
  const id = nodeRunId(event.nodeId, event.iterationPath, attempt);
  const before = view.nodeRuns.get(id);
  const base = before ?? { id, nodeId: event.nodeId, ...pathOf(event), attempt, status: 'running' };
  view.nodeRuns.set(id, { ...base, ...change });
}

function endNodeRun(
  view: RunView,
  event: EventEnvelope,
  status: NodeRunStatus,
  change: Partial<NodeRunView>,
): void {
  setNodeRun(view, event, { ...change, status, endedAt: event.occurredAt });
}

function closeRetried(view: RunView, event: EventEnvelope, attempt: number): void {
  const id = nodeRunId(event.nodeId ?? '', event.iterationPath, attempt);
  const before = view.nodeRuns.get(id);
  if (!before || (before.status !== 'retrying' && before.status !== 'unknown')) return;
  const { retryAt: _, ...rest } = before;
  view.nodeRuns.set(id, { ...rest, status: 'failed' });
}

/** Events of an iteration stand at the loop node or inside the iteration; the loop's own run is found either way. */
function countIteration(view: RunView, event: EventEnvelope, what: 'started' | 'completed'): void {
  if (event.nodeId === undefined) return;
  const attempt = event.attempt ?? 1;
  const path = event.iterationPath ?? [];
  const id = [path, path.slice(0, -1)]
    .map((candidate) => nodeRunId(event.nodeId!, candidate, attempt))
    .find((candidate) => view.nodeRuns.has(candidate));
  const loop = id === undefined ? undefined : view.nodeRuns.get(id);
  if (!loop) return;
  const iterations = loop.iterations ?? { started: 0, completed: 0 };
  view.nodeRuns.set(loop.id, { ...loop, iterations: { ...iterations, [what]: iterations[what] + 1 } });
}

function setGate(view: RunView, stepId: string, change: Partial<GateView>): void {
  const gate = view.gates.get(stepId);
  if (gate) view.gates.set(stepId, { ...gate, ...change });
}
