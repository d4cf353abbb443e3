/** Where traces go and which are kept, from the variables that OpenTelemetry names. */
export interface TraceSettings {
  readonly url: string;
  /** Share of the traces that begin here, from 0 to 1; those that come in say for themselves. */
  readonly ratio: number;
}

/** Undefined when no endpoint is given, or none is wanted: then nothing of OpenTelemetry is loaded. */
export function traceSettings(env: Readonly<Record<string, string | undefined>>): TraceSettings | undefined {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const general = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (general && `${general.replace(/\/+$/, '')}/v1/traces`);
  return url ? { url, ratio: ratioOf(env) } : undefined;
}

function ratioOf({
  OTEL_TRACES_SAMPLER: sampler = '',
  OTEL_TRACES_SAMPLER_ARG: arg,
}: NodeJS.ProcessEnv): number {
  if (sampler.endsWith('always_off')) return 0;
  if (!sampler.endsWith('traceidratio')) return 1;
  const ratio = Number(arg || 1);
  return ratio >= 0 && ratio <= 1 ? ratio : 1;
}
