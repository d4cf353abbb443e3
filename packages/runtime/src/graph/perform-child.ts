import type { ActiveRun, Command } from '@weftwork/engine';
import type { CodedError, EventPayload, JsonObject } from '@weftwork/schema';
import { NodeError } from '../executor';
import type { NewRun } from '../ports';
import { boundedInput, failureOf, recordFailure } from './failure';
import { type Recorder, stepOf } from './recorder';
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

export function admitChild(recorder: Recorder, command: StartChild, child: NewRun): void {
  const { scope, node, attempt } = command;
  const place = { scope, node, attempt };
  const { journal } = recorder;
  recorder.admitNode(place, 'node.started', { input: boundedInput(child.input) });
  recorder.admitNode(place, 'child.started', {
    childRunId: child.runId,
    workflowId: child.workflowId,
    version: child.version === 'draft' ? 0 : child.version,
  });
  journal.children.push({ child });
  if (attempt > 1) journal.clearedTimers.push(`retry~${stepOf(place).nodeId}~${stepOf(place).path}`);
  const seconds = node.node.timeoutSeconds;
  if (seconds !== undefined) {
    journal.timers.push({ key: childTimerKey(command), kind: 'limit', afterMs: seconds * 1000 });
  }
}

export function childTimerKey({ scope, node }: Pick<StartChild, 'scope' | 'node'>): string {
  return `limit~${node.id}~${scope.pathText}`;
}

/** The child cannot start: its workflow is gone, its input does not fit, or it lies too deep. */
export function childRefused(recorder: Recorder, command: StartChild, thrown: unknown): void {
  const { scope, node, attempt } = command;
  const place = { scope, node, attempt };
  recorder.admitNode(place, 'node.started', {});
  recordFailure(recorder, place, failureOf(place, thrown), 'admit', { retry: false });
}

export function finishChild(recorder: Recorder, run: ActiveRun): void {
  const place = run;
  const { status, output, error, childRunId } = run.fact as EventPayload<'child.ended'>;
  if (run.node.node.timeoutSeconds !== undefined) recorder.journal.clearedTimers.push(childTimerKey(run));
  if (run.scope.stopping) {
    recorder.admitNode(place, 'node.cancelled', {});
    return;
  }
  if (status === 'completed') {
    recorder.completed(place, 'admit', output ?? {}, {});
    return;
  }
  recordFailure(recorder, place, failureOf(place, childError(run, status, childRunId, error)), 'admit', {
    retry: true,
  });
}

function childError(
  run: ActiveRun,
  status: 'failed' | 'cancelled',
  childRunId: string,
  error: EventPayload<'child.ended'>['error'],
): CodedError {
  if (run.timedOut) {
    const seconds = run.node.node.timeoutSeconds;
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
