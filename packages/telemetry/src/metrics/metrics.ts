import { type MetricSources, ownMetrics } from './own-metrics';
import { asRegistered } from './told-metric';

/** The timers of the event loop are looked at so often; the library's own 10 ms would wake an idle process. */
const LOOP_PRECISION_MS = 50;

export interface Metrics {
  /** All metrics in the text format of Prometheus. The library is loaded by the first call. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** The metrics of this process: our own and those of Node (memory, CPU, event-loop lag, garbage collection). */
export function createMetrics(sources: MetricSources): Metrics {
  let registry: ReturnType<typeof openRegistry> | undefined;
  return {
    async text() {
      registry ??= openRegistry(sources);
      const opened = await registry;
      return { contentType: opened.contentType, body: await opened.metrics() };
    },
  };
}

async function openRegistry(sources: MetricSources) {
  const { collectDefaultMetrics, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  for (const told of ownMetrics(sources)) registry.registerMetric(asRegistered(told));
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  return registry;
}
