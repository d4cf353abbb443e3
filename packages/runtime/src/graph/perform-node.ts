import { type ActiveRun, type Command, liveSources, type PlanNode, type Scope } from '@weftwork/engine';
import {
  CodedError,
  type EventPayload,
  isJsonObject,
  type JsonObject,
  nodeRunId,
  type Spilled,
} from '@weftwork/schema';
import type { PureInput } from '../executor';
import type { GateRow } from '../ports';
import { signalKeyOf } from '../signal-key';
import { boundedInput, failAtStart, failureOf, recordFailure } from './failure';
import { clearLimitTimer, clearRetryTimer } from './node-timers';
import { type Place, type Recorder, stepOf } from './recorder';
import { type ScopeValues, valuesOf } from './run-values';
import { type SpilledValue, spill } from './spill';
import { boundedText } from './written-value';

/*
 * Carries out what the engine asks of single nodes, a function per command. Each evaluates, records and folds at once;
 * what cannot be evaluated is the node's failure. Attempts start only when the commit with their intents is admitted.
 */

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** What a pure evaluator sees; sources are collected only when asked for. */
class NodeInput implements PureInput {
  constructor(
    readonly scope: ScopeValues,
    private readonly at: Scope,
    private readonly node: PlanNode,
  ) {}

  get sources(): { nodeId: string; data: JsonObject | null }[] {
    return liveSources(this.at, this.node).map((source) => ({
      nodeId: source.id,
      data: (this.scope.data[source.slot] ?? null) as JsonObject | null,
    }));
  }
}

/** A pure node: its evaluator runs in place. */
export function evaluateNode(recorder: Recorder, scope: Scope, node: PlanNode): void {
  const values = valuesOf(scope);
  let outcome: ReturnType<NonNullable<ReturnType<typeof recorder.run.prepared>['evaluate']>>;
  let text: string;
  try {
    outcome = recorder.run.prepared(node).evaluate!(new NodeInput(values, scope, node));
    text = boundedText(outcome.data);
  } catch (thrown) {
    failAtStart(recorder, { scope, node, attempt: 1 }, thrown);
    return;
  }
  recorder.pure(scope, node, outcome.data, text, outcome.handle, outcome.warnings);
}

/** Records the start of an attempt and its intent; the walker makes it once that is durable. */
export function executeNode(recorder: Recorder, command: CommandOf<'executeNode'>): void {
  const { scope, node, attempt } = command;
  const place = { scope, node, attempt };
  const prepared = recorder.run.prepared(node);
  let config: JsonObject;
  try {
    config = prepared.resolve!(valuesOf(scope));
  } catch (thrown) {
    failAtStart(recorder, place, thrown);
    return;
  }
  const { journal } = recorder;
  if (attempt > 1) clearRetryTimer(recorder, place);
  recorder.admitNode(place, 'node.started', { input: boundedInput(config) });
  recorder.intend(place);
  journal.starts.push({ run: scope.runs[node.slot]!, config });
}

/** Opens a gate, with its deadline by the store's clock. */
export function openGate(recorder: Recorder, command: CommandOf<'openGate'>): void {
  const { scope, node, attempt } = command;
  const place = { scope, node, attempt };
  let config: JsonObject;
  let gate: GateRow;
  try {
    config = recorder.run.prepared(node).resolve!(valuesOf(scope));
    gate = gateRow(place, config);
  } catch (thrown) {
    failAtStart(recorder, place, thrown);
    return;
  }
  const deadlineAt =
    gate.deadlineSeconds === undefined
      ? {}
      : { deadlineAt: new Date(recorder.clock.now() + gate.deadlineSeconds * 1000).toISOString() };
  const shown = isJsonObject(config.show) ? shownBeside(config.show) : undefined;
  recorder.admitNode(place, 'node.started', {});
  recorder.admitNode(place, 'gate.opened', {
    stepId: gate.stepId,
    mode: gate.mode,
    message: gate.message,
    ...shown?.part,
    ...(gate.schema ? { schema: gate.schema } : {}),
    ...(gate.assignee ? { assignee: gate.assignee } : {}),
    ...(gate.signal ? { signal: gate.signal } : {}),
    ...deadlineAt,
  });
  recorder.admitNode(place, 'node.awaiting_input', { stepId: gate.stepId });
  if (shown) recorder.keep('admit', place, shown.values);
  recorder.journal.gates.push(gate);
}

/** What people see beside the question; large values stand in artifacts, as those of results do. */
function shownBeside(show: JsonObject): {
  part: { show: JsonObject; spilled?: Spilled };
  values: readonly SpilledValue[];
} {
  const spilled = spill(show, JSON.stringify(show));
  if (!spilled) return { part: { show }, values: [] };
  return { part: { show: spilled.output, spilled: spilled.spilled }, values: spilled.values };
}

function gateRow(place: Place, config: JsonObject): GateRow {
  const step = stepOf(place);
  const { signal, onTimeout } = config;
  return {
    ...step,
    stepId: nodeRunId(step.nodeId, place.scope.path, step.attempt),
    mode: config.mode as GateRow['mode'],
    message: config.message ?? '',
    onTimeout: isJsonObject(onTimeout) && onTimeout.policy === 'autoApprove' ? 'autoApprove' : 'autoReject',
    ...(isJsonObject(config.schema) ? { schema: config.schema } : {}),
    ...(typeof config.deadlineSeconds === 'number' ? { deadlineSeconds: config.deadlineSeconds } : {}),
    ...(isJsonObject(config.assignee) ? { assignee: config.assignee } : {}),
    ...(isJsonObject(signal) ? { signal: { name: String(signal.name), key: signalKeyOf(signal.key) } } : {}),
  };
}

/** A gate was decided: the node takes the handle of the decision, or fails where nothing hangs on that. */
export function finishGate(recorder: Recorder, run: ActiveRun): void {
  const { decision, by, comment, data } = run.fact as EventPayload<'gate.decided'>;
  const { node } = run;
  if (node.failingHandles.includes(decision) && !node.connected.has(decision)) {
    const failure = failureOf(run, gateError(decision, by, comment ?? undefined));
    recordFailure(recorder, run, failure, 'admit', { retry: false });
    return;
  }
  const output = decision === 'answered' ? (data ?? null) : { decision, by, comment: comment ?? null };
  recorder.completed(run, 'admit', output, { handle: decision });
}

function gateError(decision: string, by: string, comment: string | undefined): CodedError {
  if (decision === 'timed_out') return new CodedError('GATE_TIMEOUT', 'Nobody answered before the deadline.');
  const reason = comment ? `: ${comment}` : '.';
  return new CodedError('GATE_REJECTED', `Rejected by ${by}${reason}`);
}

/** A person said what became of an unknown outcome; "again" never comes here, since it is a new attempt. */
export function settleUnknown(recorder: Recorder, run: ActiveRun): void {
  const { outcome, data, by } = run.fact as EventPayload<'node.settled'>;
  if (outcome === 'done') {
    recorder.completed(run, 'admit', data ?? {}, {});
    return;
  }
  const error = new CodedError('OUTCOME_UNKNOWN', `The outcome was unknown, and ${by} settled it as failed.`);
  recordFailure(recorder, run, failureOf(run, error), 'admit', { retry: false });
}

/** Closes a gate nobody needs to answer any more. */
export function withdrawGate(recorder: Recorder, run: ActiveRun): void {
  const stepId = nodeRunId(run.node.id, run.scope.path, run.attempt);
  recorder.admitNode(run, 'gate.withdrawn', { stepId });
  recorder.admitNode(run, 'node.cancelled', {});
  recorder.journal.withdrawnGates.push(stepId);
}

/** Ends a node run that has nothing in flight. */
export function cancelNode(recorder: Recorder, run: ActiveRun): void {
  if (run.status === 'retrying' || run.status === 'queued') clearRetryTimer(recorder, run);
  if (run.status === 'child') clearLimitTimer(recorder, run);
  recorder.admitNode(run, 'node.cancelled', {});
}
