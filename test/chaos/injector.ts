import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { TrialCluster, TrialProcess } from '../../scripts/lib/cluster.mjs';

export const FAULTS = [
  'worker killed',
  'worker stopped past its lease',
  'PostgreSQL restarted',
  'Redis killed',
  'Redis flushed',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** When what is done: milliseconds between two of a kind. */
export interface FaultSchedule {
  readonly kill: readonly [least: number, most: number];
  readonly stop: number;
  readonly postgres: number;
  readonly redis: number;
}

export const FULL_SCHEDULE: FaultSchedule = {
  kill: [300, 800],
  stop: 4_000,
  postgres: 15_000,
  redis: 10_000,
};

/** Does what the schedule says to the processes of a cluster and writes each deed to a file before it counts. */
export class Injector {
  /** Alive, whether it is at work already or only starts. */
  private readonly live = new Set<TrialProcess>();
  private readonly ready = new Set<TrialProcess>();
  private readonly stopped = new Set<TrialProcess>();
  private readonly replacing = new Set<Promise<void>>();
  private running = true;
  private isDatabaseAway = false;

  constructor(
    private readonly options: {
      readonly cluster: TrialCluster;
      readonly schedule: FaultSchedule;
      readonly leaseMs: number;
      readonly logPath: string;
      readonly random: () => number;
    },
  ) {
    for (const worker of options.cluster.workers) {
      this.live.add(worker);
      this.ready.add(worker);
    }
  }

  /** Injects for so long, then heals everything: who was stopped goes on, and all workers are there. */
  async run(ms: number): Promise<void> {
    const { schedule } = this.options;
    const until = performance.now() + ms;
    const loops = [
      this.every(
        () => this.between(schedule.kill),
        () => this.killWorker(),
      ),
      this.every(
        () => schedule.stop,
        () => this.stopWorker(),
      ),
      this.every(
        () => schedule.postgres,
        () => this.restartPostgres(),
      ),
      this.every(
        () => schedule.redis,
        (turn) => this.hurtRedis(turn),
      ),
    ];
    await pause(until - performance.now());
    this.running = false;
    await Promise.all(loops);
    await Promise.all(this.replacing);
  }

  /** Keeps to its times, and makes up for none that an act took. */
  private async every(next: () => number, act: (turn: number) => Promise<void>): Promise<void> {
    let due = performance.now();
    for (let turn = 0; this.running; turn += 1) {
      due = Math.max(due + next(), performance.now());
      await this.waitUntil(() => performance.now() >= due);
      if (this.running) await act(turn);
    }
  }

  /** Ends early when the time of faults is over. */
  private async waitUntil(isDue: () => boolean): Promise<void> {
    while (this.running && !isDue()) await pause(10);
  }

  private between([least, most]: readonly [number, number]): number {
    return least + this.options.random() * (most - least);
  }

  /** One of them that is not stopped just now; where there is none, the first that comes. */
  private async pick(workers: ReadonlySet<TrialProcess>): Promise<TrialProcess | undefined> {
    const candidates = () => [...workers].filter((worker) => !this.stopped.has(worker));
    await this.waitUntil(() => candidates().length > 0);
    const found = this.running ? candidates() : [];
    return found[Math.floor(this.options.random() * found.length)];
  }

  private async killWorker(): Promise<void> {
    const worker = await this.pick(this.live);
    if (!worker) return;
    this.live.delete(worker);
    this.ready.delete(worker);
    worker.kill('SIGKILL');
    this.tell('worker killed', worker.name);
    await worker.exited;
    this.replace();
  }

  /** Others may have taken its runs when it goes on; it is given a moment to find out. */
  private async stopWorker(): Promise<void> {
    const worker = await this.pick(this.ready);
    if (!worker) return;
    this.stopped.add(worker);
    worker.kill('SIGSTOP');
    this.tell('worker stopped past its lease', worker.name);
    const goOn = pause(this.options.leaseMs * 1.25).then(async () => {
      worker.kill('SIGCONT');
      await pause(300);
      this.stopped.delete(worker);
    });
    this.replacing.add(goOn);
    void goOn.finally(() => this.replacing.delete(goOn));
  }

  private async restartPostgres(): Promise<void> {
    const postgres = this.options.cluster.postgres!;
    this.isDatabaseAway = true;
    await postgres.kill();
    this.tell('PostgreSQL restarted', '');
    await postgres.start();
    this.isDatabaseAway = false;
  }

  private async hurtRedis(turn: number): Promise<void> {
    const redis = this.options.cluster.redis!;
    if (turn % 2 === 0) {
      await redis.kill();
      this.tell('Redis killed', '');
      await pause(500);
      await redis.start();
    } else {
      await redis.command('FLUSHALL');
      this.tell('Redis flushed', '');
    }
  }

  /** What supervises workers starts them when what they need is there, and again when that has gone meanwhile. */
  private replace(): void {
    const { cluster } = this.options;
    const replaced = (async () => {
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        while (this.isDatabaseAway) await pause(20);
        const starting = cluster.startWorker();
        const worker = cluster.workers.at(-1)!;
        this.live.add(worker);
        try {
          this.ready.add(await starting);
          return;
        } catch {
          // Killed while it started: whoever killed it has it replaced.
          if (!this.live.delete(worker)) return;
          await pause(200);
        }
      }
    })();
    this.replacing.add(replaced);
    void replaced.finally(() => this.replacing.delete(replaced));
  }

  private tell(fault: FaultName, target: string): void {
    appendFileSync(this.options.logPath, `${JSON.stringify({ at: Date.now(), fault, target })}\n`);
  }
}
