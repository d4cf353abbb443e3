import type { ActiveRun, Command } from '@weftwork/engine';
import type { CodedError, EventPayload, JsonObject } from '@weftwork/schema';
import { NodeError } from '../executor';
import type { NewRun } from '../ports';
import { boundedInput, failAtStart, failureOf, recordFailure } from './failure';
import { clearLimitTimer, clearRetryTimer, setLimitTimer } from './node-timers';
import type { Recorder } from './recorder';
import { valuesOf } from './run-values';

export interface ChildWanted {
  readonly workflowId: string;
  readonly version: number | undefined;
  readonly input: JsonObject;
}

type StartChild = Extract<Command, { kind: 'startChild' }>;

/** What the settings of a `subworkflow` node ask for; a failure to evaluate them is recorded. */
export function childWanted(recorder: Recorder, command: StartChild): ChildWanted | undefined {
  try {
    const config = recorder.run.prepared(command.node).resolve!(valuesOf(command.scope));
    return {
      workflowId: String(config.workflowId),
      version: typeof config.version === 'number' ? config.version : undefined,
      input: (config.input ?? {}) as JsonObject,
    };
  } catch (thrown) {
    childRefused(recorder, command, thrown);
    return undefined;
  }
}

/** Records that a child starts; it is queued by the very commit that carries this. */
export function admitChild(recorder: Recorder, command: StartChild, child: NewRun): void {
  recorder.admitNode(command, 'node.started', { input: boundedInput(child.input) });
  recorder.admitNode(command, 'child.started', {
    childRunId: child.runId,
    workflowId: child.workflowId,
    version: child.version === 'draft' ? 0 : child.version,
  });
  recorder.journal.children.push({ child });
  if (command.attempt > 1) clearRetryTimer(recorder, command);
  setLimitTimer(recorder, command);
}

/** The child cannot start: its workflow is gone, its input does not fit, or it lies too deep. */
export function childRefused(recorder: Recorder, command: StartChild, thrown: unknown): void {
  failAtStart(recorder, command, thrown);
}

/** A child has ended: its output becomes the node's data, its failure the node's failure. */
export function finishChild(recorder: Recorder, run: ActiveRun): void {
  const { status, output, error, childRunId } = run.fact as EventPayload<'child.ended'>;
  clearLimitTimer(recorder, run);
  if (status === 'completed') {
    recorder.completed(run, 'admit', output ?? {}, {});
    return;
  }
  const failure = failureOf(run, childError(run, recorder.clock.now(), status, childRunId, error));
  recordFailure(recorder, run, failure, 'admit', { retry: true });
}

function childError(
  run: ActiveRun,
  now: number,
  status: 'failed' | 'cancelled',
  childRunId: string,
  error: EventPayload<'child.ended'>['error'],
): CodedError {
  const seconds = run.node.node.timeoutSeconds;
  // By the clock and not by who asked it to cancel: whoever did may have died since.
  if (status === 'cancelled' && seconds !== undefined && now >= run.startedAt + seconds * 1000) {
    return new NodeError('NODE_TIMEOUT', `The sub-workflow did not end within ${seconds} s.`, {
      retryKinds: ['timeout'],
    });
  }
  const cause =
    status === 'cancelled' ? 'it was cancelled' : `${error?.code ?? 'INTERNAL'}: ${error?.message ?? ''}`;
  return new NodeError(
    'SUBWORKFLOW_FAILED',
    `The sub-workflow run ${childRunId} did not complete: ${cause}`,
    {
      retryKinds: ['transient'],
    },
  );
}
