import type { RunObserver, RunStore } from '@weftwork/runtime';
import type { Log } from '../logs/log';
import { observerOfTraces } from './observer-of-traces';
import { createOtlpExport } from './otlp-export';
import { RunTracer } from './run-tracer';
import { traceSettings } from './trace-settings';

/** How long a collector that does not answer may hold up the end of the process. */
const CLOSE_MS = 3_000;

export interface Traces {
  readonly observer: RunObserver;
  /** Where the starts of node runs are read that this process did not see. */
  readFrom(runs: Pick<RunStore, 'readLog'>): void;
  /** Sends what is left, if the collector takes it in time. */
  close(): Promise<void>;
}

/** Undefined when the environment names no endpoint: nothing of OpenTelemetry is loaded then. */
export async function openTraces(options: {
  readonly service: string;
  readonly version?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}): Promise<Traces | undefined> {
  const settings = traceSettings(options.environment);
  if (!settings) return undefined;
  const { service, version = '0', log } = options;
  const spans = await createOtlpExport({ url: settings.url, service, version });
  let runs: Pick<RunStore, 'readLog'> | undefined;
  const traces = new RunTracer({
    emit: spans.emit,
    ratio: settings.ratio,
    readLog: async (runId) => (await runs?.readLog(runId, 0)) ?? [],
    trouble: (error) => log.warn({ err: error }, 'a trace is not complete'),
  });
  return {
    observer: observerOfTraces(traces),
    readFrom(store) {
      runs = store;
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([
        spans.close().catch((error) => log.warn({ err: error }, 'traces were not sent')),
        late,
      ]);
      clearTimeout(timer);
    },
  };
}
