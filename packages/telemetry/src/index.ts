export type { Log } from './logs/log';
export { outliveFullDisk } from './logs/outlive-full-disk';
export { createRedactor, passwordsIn, secretsIn } from './logs/redact';
export { createMetrics, type Metrics } from './metrics/metrics';
export { type MetricsServer, serveMetrics } from './metrics/serve-metrics';
export type { Problem } from './problems';
export { createTelemetry, type Telemetry, type TelemetryOptions, type Watched } from './telemetry';
