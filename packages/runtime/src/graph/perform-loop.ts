import type { LoopRun, PlanNode, Scope } from '@weftwork/engine';
import { CodedError, type JsonObject, type JsonValue, type RunError } from '@weftwork/schema';
import { failAtStart, failureOf, recordFailure } from './failure';
import { countAtEntry, loopOutput, loopValuesOf, openLoopValues } from './loop-values';
import { clearLimitTimer, setLimitTimer } from './node-timers';
import type { Recorder } from './recorder';
import { valuesOf } from './run-values';
import { type WrittenValue, written } from './written-value';

/** Starts a loop: how often it will run, where that can be known, and whether its limits allow it. */
export function enterLoop(recorder: Recorder, scope: Scope, node: PlanNode): void {
  const place = { scope, node, attempt: 1 };
  const prepared = recorder.run.prepared(node).loop!;
  const outside = valuesOf(scope);
  const policy = node.loop!;
  const cap = recorder.run.state.settings.maxLoopIterations;
  const limit = Math.min(policy.maxIterations ?? cap, cap);
  let known: number | null;
  try {
    known = countAtEntry(prepared, outside);
    // A broken initialState is the loop's failure, not the first iteration's.
    void openLoopValues(prepared, outside, false).state;
  } catch (thrown) {
    failAtStart(recorder, place, thrown, { count: 0 });
    return;
  }
  const over = known !== null && known > limit;
  if (over && policy.onLimit === 'fail') {
    failAtStart(recorder, place, limitError(known!, limit, policy.maxIterations), { count: 0 });
    return;
  }
  recorder.admitNode(place, 'node.started', over ? { count: limit, limited: true } : { count: known });
  setLimitTimer(recorder, place);
}

function limitError(wanted: number, limit: number, own: number | undefined): CodedError {
  const setting = own !== undefined && own <= limit ? 'maxIterations' : 'settings.maxLoopIterations';
  return new CodedError(
    'LOOP_LIMIT',
    `The loop has ${wanted} iterations to run, and ${setting} allows ${limit}. Raise it, or set onLimit to "stop".`,
  );
}

export function startIteration(recorder: Recorder, loop: LoopRun, index: number): void {
  recorder.iterationStarted(loop, index);
}

/** Asks the condition of a `while` before its next iteration. */
export function testLoop(recorder: Recorder, loop: LoopRun, index: number, atLimit: boolean): void {
  const place = loop.run;
  const values = loopValuesOf(loop);
  const { state } = values;
  const seen = valuesOf(loop.run.scope).iterationOf(loop.node, undefined, () => ({
    item: null,
    index,
    state,
  }));
  let goesOn: boolean;
  try {
    goesOn = recorder.run.prepared(loop.node).loop!.while!(seen);
  } catch (thrown) {
    recordFailure(recorder, place, failureOf(place, thrown), 'admit', { retry: false });
    return;
  }
  if (!goesOn) finishLoop(recorder, loop, 'condition');
  else if (!atLimit) startIteration(recorder, loop, index);
  else if (loop.node.loop!.onLimit === 'stop') finishLoop(recorder, loop, 'limit');
  else {
    const error = limitError(index + 1, loop.limit, loop.node.loop!.maxIterations);
    recordFailure(recorder, place, failureOf(place, error), 'admit', { retry: false });
  }
}

/** Collects what an iteration yields. What fails here is the item's failure. */
export function finishIteration(
  recorder: Recorder,
  loop: LoopRun,
  scope: Scope,
  error: RunError | undefined,
): void {
  const place = loop.run;
  const { index } = scope;
  if (error) {
    recorder.admitNode(place, 'loop.iteration_completed', { index, error });
    return;
  }
  const prepared = recorder.run.prepared(loop.node).loop!;
  const values = valuesOf(scope);
  let result: WrittenValue;
  let state: WrittenValue | undefined;
  try {
    result = written(prepared.collect ? prepared.collect(values) : lastData(scope));
    state = prepared.nextState && written(prepared.nextState(values));
  } catch (thrown) {
    const failure = failureOf(place, thrown);
    recorder.admitNode(place, 'loop.iteration_completed', {
      index,
      error: { ...failure.error, iterationPath: [...scope.path] },
    });
    return;
  }
  recorder.iterationCompleted(loop, index, result, state);
}

/** The merged data of the body's last nodes that ran, or null when none did. */
function lastData(scope: Scope): JsonValue {
  const values = valuesOf(scope);
  const ran = scope.container.exits.map((node) => values.data[node.slot]).filter((data) => data != null);
  return ran.length === 0 ? null : (Object.assign({}, ...ran) as JsonObject);
}

/** Every iteration has ended, or the loop stops early: its results become the node's data. */
export function finishLoop(recorder: Recorder, loop: LoopRun, ended: 'end' | 'condition' | 'limit'): void {
  const place = loop.run;
  const values = loopValuesOf(loop);
  const stoppedBy = values.limited && ended === 'end' ? 'limit' : ended;
  clearLimitTimer(recorder, place);
  const output = loopOutput(values, stoppedBy, loop.next);
  let text: string;
  try {
    ({ text } = written(output));
  } catch (thrown) {
    recordFailure(recorder, place, failureOf(place, thrown), 'admit', { retry: false });
    return;
  }
  recorder.completed(place, 'admit', output, {}, text);
}

export function recordLoopFailure(recorder: Recorder, loop: LoopRun, error: RunError): void {
  const place = loop.run;
  clearLimitTimer(recorder, place);
  recordFailure(recorder, place, { error, retryKinds: [] }, 'admit', { retry: false });
}
