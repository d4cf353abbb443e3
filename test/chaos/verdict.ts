import { callViolations, logViolations, uncalledCompletions, watchedRun } from '@weftwork/runtime/testing';
import { isTerminal, type RunEvent, type RunStatus } from '@weftwork/schema';
import type { Accepted } from './load';
import { isOnce } from './mix';
import type { Sink } from './sink';
import type { SteadySql } from './steady-sql';

/** What a chaos run came to. Every list of `wrong` is empty when the promises were kept. */
export interface Verdict {
  readonly accepted: number;
  readonly runs: number;
  readonly nodes: number;
  readonly calls: number;
  readonly unknowns: number;
  readonly takeovers: number;
  readonly wrong: Readonly<Record<WrongName, readonly string[]>>;
}

export type WrongName =
  | 'lost runs'
  | 'runs that nobody started'
  | 'gaps, duplicate commits, early ends'
  | 'duplicate or unseen at-most-once calls'
  | 'unknown outcomes nobody sees'
  | 'other outcomes than without faults';

interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly seq: number;
  readonly epoch: number;
  readonly workflow: string;
  readonly parent: string | null;
  readonly ended_before_child: boolean;
}

const RUNS = `
SELECT runs.id, runs.status::text AS status, seq, epoch, workflows.id AS workflow, parent_run_id AS parent,
  coalesce((SELECT bool_or(child.ended_at IS NULL OR child.ended_at > runs.ended_at)
    FROM run_children AS link JOIN runs AS child ON child.id = link.child_run_id
    WHERE link.parent_run_id = runs.id AND runs.ended_at IS NOT NULL), false) AS ended_before_child
FROM runs JOIN workflows ON workflows.key = runs.workflow_key
  LEFT JOIN run_children ON run_children.child_run_id = runs.id`;

/** Intents without an answer in a run that has ended: a call that may have been made, and nobody was told. */
const UNSEEN = `
SELECT run_id, node_id FROM effects JOIN runs ON runs.id = run_id
WHERE state = 'intent' AND effect_class = 'atMostOnce' AND status IN ('completed', 'failed', 'cancelled')`;

/** Compares what callers were promised, what the database holds and what the sink saw. */
export async function judge(sql: SteadySql, sink: Sink, accepted: readonly Accepted[]): Promise<Verdict> {
  const wrong: Record<WrongName, string[]> = {
    'lost runs': [],
    'runs that nobody started': [],
    'gaps, duplicate commits, early ends': [],
    'duplicate or unseen at-most-once calls': [],
    'unknown outcomes nobody sees': [],
    'other outcomes than without faults': [],
  };
  const rows = await sql.rows<RunRow>(RUNS);
  const logs = await readLogs(sql);
  const calls = await sink.calls();
  const promised = new Map(accepted.map((each) => [each.runId, each]));
  const stored = new Set(rows.map(({ id }) => id));
  let [nodes, unknowns, takeovers] = [0, 0, 0];

  for (const { runId } of accepted) if (!stored.has(runId)) wrong['lost runs'].push(`${runId} is not stored`);
  for (const runId of calls.keys())
    if (!stored.has(runId))
      wrong['duplicate or unseen at-most-once calls'].push(`${runId} called and is not stored`);
  for (const row of rows) {
    const run = watchedRun({ ...row, lastSeq: row.seq }, logs.get(row.id) ?? []);
    const told = (lines: readonly string[]) => lines.map((line) => `${row.workflow} ${row.id}: ${line}`);
    const own = calls.get(row.id) ?? new Map<string, number>();
    nodes += run.events.filter(({ type }) =>
      /^node\.(completed|failed|skipped|cancelled)$/.test(type),
    ).length;
    unknowns += run.events.filter(({ type }) => type === 'node.unknown').length;
    takeovers += Math.max(0, row.epoch - 1);
    if (!isTerminal(row.status)) wrong['lost runs'].push(...told([`is ${row.status} and does not end`]));
    const log = wrong['gaps, duplicate commits, early ends'];
    log.push(...told(logViolations(run)));
    if (row.ended_before_child) log.push(...told(['ended before its child']));
    wrong['duplicate or unseen at-most-once calls'].push(
      ...told(callViolations(run, own)),
      ...told(uncalledCompletions(run, own, isOnce)),
    );
    const promise = promised.get(row.id);
    if (promise)
      wrong['other outcomes than without faults'].push(...told(outcomeOf(promise, row.status, run.events)));
    else if (row.parent === null) wrong['runs that nobody started'].push(...told(['was told to nobody']));
  }
  const unseen = await sql.rows<{ run_id: string; node_id: string }>(UNSEEN);
  wrong['unknown outcomes nobody sees'].push(...unseen.map(({ run_id, node_id }) => `${run_id} ${node_id}`));
  const total = [...calls.values()]
    .flatMap((own) => [...own.values()])
    .reduce((sum, count) => sum + count, 0);
  return { accepted: accepted.length, runs: rows.length, nodes, calls: total, unknowns, takeovers, wrong };
}

function outcomeOf({ kind, cancelled }: Accepted, status: RunStatus, events: readonly RunEvent[]): string[] {
  const last = events.at(-1);
  if (status === 'cancelled') return cancelled ? [] : ['was cancelled, and nobody asked for it'];
  if (last?.type === 'run.completed') {
    const output = JSON.stringify(last.data.output);
    return output === JSON.stringify(kind.output) ? [] : [`gave ${output}`];
  }
  return last?.type === 'run.failed' ? [`failed: ${JSON.stringify(last.data.error)}`] : [];
}

async function readLogs(sql: SteadySql) {
  const logs = new Map<string, { firstSeq: number; lastSeq: number; text: string }[]>();
  const rows = await sql.rows<{ run_id: string; first_seq: number; last_seq: number; events: string }>(
    'SELECT run_id, first_seq, last_seq, events FROM run_log ORDER BY run_id, first_seq',
  );
  for (const { run_id, first_seq, last_seq, events } of rows) {
    const own = logs.get(run_id) ?? [];
    own.push({ firstSeq: first_seq, lastSeq: last_seq, text: events });
    logs.set(run_id, own);
  }
  return logs;
}
