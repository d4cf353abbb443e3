import { createHash } from 'node:crypto';
import type { NewRun, RunOrigin, RunTraces, StepKey } from './ports';

/*
 * The ids of traces and spans follow from the run, so that processes which take a run over from one another write
 * into one trace without having to tell each other anything. See adr/0012.
 */

/** The trace of a run: its caller's, else one named by the run itself. 32 hex digits. */
export function traceIdOf(runId: string, origin: RunOrigin): string {
  return origin.traceparent?.slice(3, 35) ?? runId.replaceAll('-', '');
}

/** The span that the run is part of; absent when its trace begins with it. */
export function parentSpanIdOf(origin: RunOrigin): string | undefined {
  return origin.traceparent?.slice(36, 52);
}

/** The random half of the run's id. */
export function runSpanId(runId: string): string {
  return runId.slice(19).replace('-', '');
}

export function nodeSpanId(runId: string, { nodeId, path }: Pick<StepKey, 'nodeId' | 'path'>): string {
  return spanId(`${runId} ${nodeId} ${path}`);
}

export function attemptSpanId(runId: string, { nodeId, path, attempt }: StepKey): string {
  return spanId(`${runId} ${nodeId} ${path} ${attempt}`);
}

function spanId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What a run passes on to those it calls. */
export interface TraceContext {
  /** For a call that an attempt makes; absent when nobody traces the run. */
  ofAttempt(runId: string, origin: RunOrigin, step: StepKey): string | undefined;
  /** For a child that a node starts. */
  ofChild(parent: Pick<NewRun, 'runId'>, origin: RunOrigin, step: StepKey): RunOrigin;
}

/** Without `traces` of its own a process still passes on what came in. */
export function createTraceContext(traces: RunTraces | undefined): TraceContext {
  function traceparent(runId: string, origin: RunOrigin, spanIdOf: () => string): string | undefined {
    if (!traces && !origin.traceparent) return undefined;
    const traceId = traceIdOf(runId, origin);
    const flags = origin.traceparent?.slice(53) ?? (traces?.isSampled(traceId) ? '01' : '00');
    return `00-${traceId}-${spanIdOf()}-${flags}`;
  }

  return {
    ofAttempt: (runId, origin, step) => traceparent(runId, origin, () => attemptSpanId(runId, step)),
    ofChild({ runId }, origin, step) {
      const told = traceparent(runId, origin, () => nodeSpanId(runId, step));
      return {
        rootRunId: origin.rootRunId ?? runId,
        ...(told === undefined ? {} : { traceparent: told }),
      };
    },
  };
}
