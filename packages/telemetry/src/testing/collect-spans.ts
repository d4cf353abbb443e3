import type { RunStore } from '@weftwork/runtime';
import { observerOfTraces } from '../traces/observer-of-traces';
import type { RunSpan } from '../traces/run-span';
import { RunTracer } from '../traces/run-tracer';

/** An observer that keeps the spans of a process, for tests of runtimes that share a store. */
export function collectSpans(runs: Pick<RunStore, 'readLog'>, ratio = 1) {
  const spans: RunSpan[] = [];
  const troubles: unknown[] = [];
  const traces = new RunTracer({
    emit: (span) => spans.push(span),
    ratio,
    readLog: (runId) => runs.readLog(runId, 0),
    trouble: (error) => troubles.push(error),
  });
  return { spans, troubles, observer: observerOfTraces(traces) };
}
