import type { Metric } from 'prom-client';
import type { Histogram } from './histogram';

export type Labels = Readonly<Record<string, string>>;

export interface Value {
  readonly value: number;
  readonly labels?: Labels;
  /** Where it differs from the metric's, as in the parts of a histogram. */
  readonly metricName?: string;
}

/** A metric whose values are read when they are asked for. */
export interface ToldMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  values(): readonly Value[];
}

export function counter(name: string, help: string, read: () => number): ToldMetric {
  return { name, help, type: 'counter', values: () => [{ value: read() }] };
}

/** Without a value it is left out: an old one would be a lie. */
export function gauge(name: string, help: string, read: () => number | undefined): ToldMetric {
  const values = () => {
    const value = read();
    return value === undefined ? [] : [{ value }];
  };
  return { name, help, type: 'gauge', values };
}

export function histogram(
  name: string,
  help: string,
  read: () => Iterable<readonly [Labels, Histogram]>,
): ToldMetric {
  return {
    name,
    help,
    type: 'histogram',
    values: () => [...read()].flatMap(([labels, tally]) => histogramValues(name, labels, tally)),
  };
}

function histogramValues(name: string, labels: Labels, { bounds, counts, sum, count }: Histogram): Value[] {
  let upTo = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, index) => {
    upTo += counts[index]!;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: upTo };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** What a registry of the library asks of a metric; its own types know only its own classes. */
export function asRegistered({ values, ...told }: ToldMetric): Metric {
  return {
    ...told,
    aggregator: 'sum',
    get: async () => ({ ...told, values: values() }),
  } as unknown as Metric;
}
