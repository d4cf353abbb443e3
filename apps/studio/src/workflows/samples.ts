import compareLists from '../../../../samples/compare_lists.json';
import index from '../../../../samples/index.json';
import reportGeneration from '../../../../samples/report_generation.json';
import sortMail from '../../../../samples/sort_mail.json';
import type { Layout } from '../api/types';

/** A workflow that runs to green without a key or a network, ready to be opened from the first page. */
export interface Sample {
  readonly graph: SampleGraph;
  readonly layout: Layout | undefined;
  readonly title: Readonly<Record<string, string>>;
  readonly description: Readonly<Record<string, string>>;
  readonly aboutSeconds: number;
  /** An answer is asked for on the way. */
  readonly needsPerson: boolean;
}

export interface SampleGraph {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly type: string;
    readonly parentId?: string | undefined;
  }[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
}

const FILES: Readonly<Record<string, { graph: SampleGraph; layout?: Layout }>> = {
  compare_lists: compareLists,
  sort_mail: sortMail,
  report_generation: reportGeneration,
};

/** The samples that have a card, in the order of `samples/index.json`. */
export const SAMPLES: readonly Sample[] = index.samples.flatMap((entry) => {
  const file = FILES[entry.name];
  if (!file) return [];
  const { title, description, aboutSeconds } = entry;
  const needsPerson = 'needsPerson' in entry && entry.needsPerson === true;
  return [{ graph: file.graph, layout: file.layout, title, description, aboutSeconds, needsPerson }];
});

/** What a blank canvas holds: start and output, connected. */
export function blankGraph(name: string, names: { readonly start: string; readonly output: string }) {
  return {
    schemaVersion: '1.0',
    name,
    inputSchema: {},
    outputSchema: {},
    nodes: [
      { id: 'start', type: 'start', name: names.start, config: {} },
      { id: 'output', type: 'output', name: names.output, config: { value: {} } },
    ],
    edges: [{ id: 'start-output', source: 'start', target: 'output' }],
  };
}
