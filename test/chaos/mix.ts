import type { JsonObject, WorkflowGraph } from '@weftwork/schema';
import { drawGraph } from '../support/draw-graph';

/** A kind of run: its workflow, its share of the load, and what it gives however often its processes died. */
export interface Kind {
  readonly id: string;
  readonly share: number;
  readonly graph: WorkflowGraph;
  readonly output: JsonObject;
}

/** At-most-once calls have ids that begin with this. */
export const isOnce = (nodeId: string): boolean => nodeId.startsWith('once');

const output = (value: JsonObject) => ({ config: { value } });

/** The load: 40 % pure, 30 % at-most-once effects, 15 % parallel and merge, 10 % people and timers, 5 % sub-workflows. */
export function mix(sinkUrl: string): { readonly kinds: readonly Kind[]; readonly child: WorkflowGraph } {
  const once = (nodeId: string) => ({
    type: 'http' as const,
    config: {
      method: 'POST',
      url: `${sinkUrl}/once/{run}/${nodeId}`,
      pathParams: { run: '{{ run.id }}' },
      body: { type: 'json', value: { run: '{{ run.id }}' } },
      expect: '2xx',
    },
  });
  const read = (nodeId: string) => ({
    type: 'http' as const,
    config: { method: 'GET', url: `${sinkUrl}/read/${nodeId}`, expect: '2xx' },
  });
  const step = (from: string) => ({ config: { value: { n: `{{ nodes.${from}.data.n }}` } } });
  const ask = { type: 'human_input' as const, config: { mode: 'approval', message: 'Go on?' } };
  const named = (id: string, graph: WorkflowGraph): WorkflowGraph => ({ ...graph, id });

  const pure = drawGraph('start>a a>b b>c1 c1.yes>d c1.else>e d>M e>M M>output', {
    a: { config: { value: { n: 1 } } },
    b: step('a'),
    c1: { config: { cases: [{ id: 'yes', when: 'nodes.b.data.n == 1' }] } },
    d: step('b'),
    e: step('b'),
    output: output({ n: '{{ nodes.d.data.n }}' }),
  });
  const effect = drawGraph('start>once1 once1>a a>once2 once2>output', {
    once1: once('once1'),
    a: { config: { value: { n: 2 } } },
    once2: once('once2'),
    output: output({ n: '{{ nodes.a.data.n }}' }),
  });
  const parallel = drawGraph('start>r1,r2,a,once1 r1>M r2>M a>M once1>M M>output', {
    r1: read('r1'),
    r2: read('r2'),
    once1: once('once1'),
    a: { config: { value: { n: 3 } } },
    M: { config: { value: 'collect' } },
    output: output({ n: '{{ length(nodes.M.data.items) }}' }),
  });
  const people = drawGraph('start>a a>ask ask.approved>once1 once1>output', {
    a: { config: { value: { n: 5 } } },
    ask,
    once1: once('once1'),
    output: output({ n: '{{ nodes.a.data.n }}' }),
  });
  const deadline = drawGraph('start>a a>ask ask.approved>b b>output', {
    a: { config: { value: { n: 6 } } },
    ask: { ...ask, config: { ...ask.config, deadlineSeconds: 1, onTimeout: { policy: 'autoApprove' } } },
    b: step('a'),
    output: output({ n: '{{ nodes.b.data.n }}' }),
  });
  const parent = drawGraph('start>sub sub>a a>output', {
    sub: { type: 'subworkflow', config: { workflowId: 'chaos-child', input: {} } },
    a: step('sub'),
    output: output({ n: '{{ nodes.a.data.n }}' }),
  });
  const child = drawGraph('start>a a>once1 once1>output', {
    a: { config: { value: { n: 7 } } },
    once1: once('once1'),
    output: output({ n: '{{ nodes.a.data.n }}' }),
  });
  const kinds: [id: string, share: number, graph: WorkflowGraph, n: number][] = [
    ['chaos-pure', 0.4, pure, 1],
    ['chaos-effect', 0.3, effect, 2],
    ['chaos-parallel', 0.15, parallel, 4],
    ['chaos-people', 0.05, people, 5],
    ['chaos-deadline', 0.05, deadline, 6],
    ['chaos-parent', 0.05, parent, 7],
  ];
  return {
    kinds: kinds.map(([id, share, graph, n]) => ({ id, share, graph: named(id, graph), output: { n } })),
    child: named('chaos-child', child),
  };
}
