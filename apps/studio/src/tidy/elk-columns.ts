import type { ColumnJob, Columns } from '@weftwork/editor';
import type { ELK } from 'elkjs/lib/elk-api';

/** A graph that keeps ELK longer is tidied by our own, plainer layers. */
const PATIENCE_MS = 5_000;
/** All the same, so that the boxes of a column stand at one place from the left. */
const BOX = { width: 100, height: 40 };
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

let starting: Promise<ELK> | undefined;

/**
 * The columns ELK finds for each container, in a worker that is started when it is first asked for. Undefined when it
 * cannot be had or takes too long. Only the columns are taken: how they are broken into rows is ours.
 */
export async function elkColumns(
  jobs: readonly ColumnJob[],
): Promise<ReadonlyMap<string, Columns> | undefined> {
  if (jobs.length === 0) return undefined;
  try {
    starting ??= startElk();
    const elk = await starting;
    return new Map(
      await inTime(
        elk,
        Promise.all(jobs.map(async (job) => [job.container, await columnsOf(elk, job)] as const)),
      ),
    );
  } catch {
    starting = undefined;
    return undefined;
  }
}

async function startElk(): Promise<ELK> {
  const { default: Elk } = await import('elkjs/lib/elk-api');
  return new Elk({
    workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)),
  });
}

async function columnsOf(elk: ELK, { nodes, edges }: ColumnJob): Promise<Columns> {
  const { children = [] } = await elk.layout({
    id: 'container',
    layoutOptions: OPTIONS,
    children: nodes.map((id) => ({ id, ...BOX })),
    edges: edges.map(({ source, target }, index) => ({
      id: `e${index}`,
      sources: [source],
      targets: [target],
    })),
  });
  const byLeft = new Map<number, typeof children>();
  for (const box of children) {
    const left = Math.round(box.x ?? 0);
    byLeft.set(left, [...(byLeft.get(left) ?? []), box]);
  }
  return [...byLeft]
    .sort(([left], [right]) => left - right)
    .map(([, boxes]) => boxes.sort((a, b) => (a.y ?? 0) - (b.y ?? 0)).map(({ id }) => id));
}

/** Ends a worker that is too slow: the next tidying starts another. */
function inTime<T>(elk: ELK, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      elk.terminateWorker();
      reject(new Error('ELK took too long.'));
    }, PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
