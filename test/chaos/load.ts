import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { TrialCluster } from '../../scripts/lib/cluster.mjs';
import type { Kind } from './mix';
import type { SteadySql } from './steady-sql';

export interface Accepted {
  readonly runId: string;
  readonly kind: Kind;
  /** Somebody asked to cancel it; whether that came in time is another question. */
  readonly cancelled: boolean;
}

const STARTERS = 24;
const CALL_MS = 10_000;

/** Starts runs through the API of all servers, answers their people, settles what is unknown and cancels some. */
export class Load {
  readonly accepted: Accepted[] = [];
  private starting = true;
  private attending = true;
  private open = 0;

  constructor(
    private readonly options: {
      readonly cluster: TrialCluster;
      readonly sql: SteadySql;
      readonly kinds: readonly Kind[];
      readonly random: () => number;
      /** Runs that may be open at a time: more would only wait. */
      readonly mostOpen: number;
      readonly mostPerSecond: number;
    },
  ) {}

  /** Starts runs for so long. */
  async run(ms: number): Promise<void> {
    const startedAt = performance.now();
    const watching = this.watch();
    const starters = Array.from({ length: STARTERS }, async () => {
      while (this.starting) {
        const elapsed = (performance.now() - startedAt) / 1000;
        if (this.open >= this.options.mostOpen || this.accepted.length > elapsed * this.options.mostPerSecond)
          await pause(20);
        else await this.startOne();
      }
    });
    await pause(ms);
    this.starting = false;
    await Promise.all(starters);
    void watching;
  }

  /** Waits until every run is terminal, or so long; answers how many are not. */
  async drain(ms: number): Promise<number> {
    const until = performance.now() + ms;
    do {
      await this.count();
      if (this.open === 0) break;
      await pause(200);
    } while (performance.now() < until);
    this.attending = false;
    return this.open;
  }

  private async startOne(): Promise<void> {
    const { random } = this.options;
    const kind = this.pick(random());
    const cancelled = random() < 0.05;
    const key = randomUUID();
    const { id } = await this.insist<{ id: string }>('/runs', { workflowId: kind.id, input: {} }, key);
    this.accepted.push({ runId: id, kind, cancelled });
    this.open += 1;
    if (cancelled)
      void pause(random() * 1_500).then(() => this.insist(`/runs/${id}/cancel`, {}).catch(() => {}));
  }

  private pick(at: number): Kind {
    let sum = 0;
    for (const kind of this.options.kinds) {
      sum += kind.share;
      if (at < sum) return kind;
    }
    return this.options.kinds[0]!;
  }

  /** Asks until a server judges: an answer that none of them gave says nothing. */
  private async insist<T>(path: string, body: object, key?: string): Promise<T> {
    const { cluster, random } = this.options;
    for (;;) {
      const server = cluster.servers[Math.floor(random() * cluster.servers.length)]!;
      try {
        return await cluster.api<T>(path, {
          method: 'POST',
          body,
          server,
          signal: AbortSignal.timeout(CALL_MS),
          ...(key && { headers: { 'idempotency-key': key } }),
        });
      } catch (error) {
        if (/: 4\d\d /.test(String(error))) throw error;
        await pause(100);
      }
    }
  }

  /** Counts what is open and acts for the people, again and again. */
  private async watch(): Promise<void> {
    while (this.attending) {
      await this.count();
      await this.attend();
      await pause(250);
    }
  }

  private async count(): Promise<void> {
    const [row] = await this.options.sql.rows<{ open: number }>(
      `SELECT count(*)::int4 AS open FROM runs WHERE status NOT IN ('completed', 'failed', 'cancelled')`,
    );
    this.open = row!.open;
  }

  private async attend(): Promise<void> {
    const { sql } = this.options;
    const gates = await sql.rows<{ run_id: string; step_id: string }>(
      `SELECT run_id, step_id FROM gates WHERE status = 'open' AND deadline_at IS NULL LIMIT 100`,
    );
    const unknown = await sql.rows<{ run_id: string; step_id: string }>(
      `SELECT run_id, node_id || '~' || path || '~' || attempt AS step_id FROM node_issues JOIN effects
         USING (run_id, node_id, path, attempt) WHERE state = 'unknown' AND settled_at IS NULL LIMIT 100`,
    );
    await Promise.all([
      ...gates.map(({ run_id, step_id }) =>
        this.insist(`/runs/${run_id}/approve`, { stepId: step_id }).catch(() => {}),
      ),
      ...unknown.map(({ run_id, step_id }) =>
        this.insist(`/runs/${run_id}/steps/${encodeURIComponent(step_id)}/settle`, {
          outcome: 'done',
          data: { ok: true },
        }).catch(() => {}),
      ),
    ]);
  }
}
