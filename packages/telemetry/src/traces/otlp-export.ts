import type { HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { RunSpan } from './run-span';

/** What a slow collector may hold up before spans are dropped: two minutes of a busy process. */
const MAX_QUEUE = 20_000;

export interface SpanExport {
  emit(span: RunSpan): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/**
 * Sends spans in batches, as JSON over HTTP. The spans are made here and not by a tracer of the library, which would
 * choose ids of its own. Headers, timeout and compression come from the variables the library knows (`OTEL_EXPORTER_…`).
 */
export async function createOtlpExport(options: {
  readonly url: string;
  readonly service: string;
  readonly version: string;
}): Promise<SpanExport> {
  // Imported here and not above: a bundle would load what stands above whether it is used or not.
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, resource] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    resourceOf(options),
  ]);
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: options.url }),
    maxQueueSize: MAX_QUEUE,
  });
  const scope = { name: 'weftwork', version: options.version };
  return {
    emit: (span) => processor.onEnd(readableSpan(span, resource, scope)),
    close: () => processor.shutdown(),
  };
}

async function resourceOf({ service, version }: { service: string; version: string }): Promise<Resource> {
  const { defaultResource, detectResources, resourceFromAttributes, ...detectors } = await import(
    '@opentelemetry/resources'
  );
  const { hostDetector, serviceInstanceIdDetector, envDetector } = detectors;
  const own = { 'service.name': service, 'service.version': version, 'process.pid': process.pid };
  // Last wins: `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` over what we say.
  return defaultResource()
    .merge(detectResources({ detectors: [hostDetector, serviceInstanceIdDetector] }))
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

/** As `SpanKind`, `SpanStatusCode` and `TraceFlags` number them. */
const KINDS = { internal: 0, server: 1, client: 2 } as const;
const STATUS = { unset: 0, error: 2 } as const;
const SAMPLED = 1;

function readableSpan(
  span: RunSpan,
  resource: Resource,
  instrumentationScope: ReadableSpan['instrumentationScope'],
): ReadableSpan {
  const { traceId, spanId, parentSpanId, errorCode, startMs, endMs, attributes } = span;
  const context = { traceId, spanId, traceFlags: SAMPLED };
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context,
    ...(parentSpanId ? { parentSpanContext: { ...context, spanId: parentSpanId } } : {}),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(Math.max(0, endMs - startMs)),
    status: errorCode ? { code: STATUS.error, message: errorCode } : { code: STATUS.unset },
    attributes: errorCode ? { ...attributes, 'error.type': errorCode } : attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function hrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1000), (ms % 1000) * 1_000_000];
}
