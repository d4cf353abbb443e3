import { describe, expect, it } from 'vitest';
import { traceSettings } from './trace-settings';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
const url = 'http://collector:4318/v1/traces';

describe('where traces go', () => {
  it.each([
    ['nowhere by default', {}, undefined],
    ['below the general endpoint', ENDPOINT, { url, ratio: 1 }],
    [
      'to the endpoint for traces as it is',
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' },
      { url: 'http://t/x', ratio: 1 },
    ],
    ['nowhere when told so', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    ['nowhere when all is off', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, undefined],
    [
      'in part',
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      { url, ratio: 0.25 },
    ],
    ['only what comes in', { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, { url, ratio: 0 }],
    [
      'wholly when the part makes no sense',
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'much' },
      { url, ratio: 1 },
    ],
  ])('%s', (_, env, expected) => expect(traceSettings(env)).toEqual(expected));
});
