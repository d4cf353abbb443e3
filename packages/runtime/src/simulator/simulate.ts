import { isCodedError, type RunStatus } from '@weftwork/schema';
import { createRuntime } from '../create-runtime';
import { createMemoryStore } from '../memory';
import type { LocalRuntime } from '../runtime-parts';
import { chanceOf } from './chance';
import { findViolations } from './invariants';
import { People } from './people';
import { readRuns, type SimulatedRun } from './read-runs';
import { SimulatedHost } from './simulated-host';
import { SimulatedNetwork } from './simulated-network';
import type { SimulationPlan, WantedRun } from './simulation-plan';
import { VirtualTime } from './virtual-time';

const WORKSPACE = 'simulated';
const START = Date.UTC(2026, 0, 1);
/** After the last fault everything must have come to its end within this time: leases run out, people answer. */
const CALM_MS = 10 * 60_000;
/** A client whose call is not answered asks another process. */
const CLIENT_PATIENCE_MS = 5_000;
const OPEN: readonly RunStatus[] = ['queued', 'running', 'awaiting_input', 'cancel_requested'];

export interface SimulationReport {
  readonly seed: number;
  /** What must not be; empty when all went well. */
  readonly violations: readonly string[];
  readonly runs: readonly SimulatedRun[];
  /** Virtual milliseconds until the last run had ended. */
  readonly endedAtMs: number;
  readonly kills: number;
  readonly pauses: number;
}

interface Process {
  readonly host: SimulatedHost;
  readonly runtime: LocalRuntime;
}

/**
 * Runs the plan's workflows on the real runtime: several processes over one store in memory, in virtual time, with
 * processes that die and stand still, calls that fail or lose their answer, hints that are late, lost or repeated.
 * The seed decides everything, so a violation shows itself again with the same seed.
 */
export function simulate(plan: SimulationPlan): Promise<SimulationReport> {
  return new Simulation(plan).run();
}

class Simulation {
  private readonly time = new VirtualTime();
  private readonly chance;
  private readonly store = createMemoryStore({ now: () => START + Math.floor(this.time.now()) });
  private readonly network;
  private readonly processes: Process[] = [];
  /** The runs that clients know of, by what they asked for. */
  private readonly started = new Map<WantedRun, string>();
  private readonly troubles: string[] = [];
  private opened = 0;
  private kills = 0;
  private pauses = 0;
  private allEnded = false;

  constructor(private readonly plan: SimulationPlan) {
    this.chance = chanceOf(plan.seed);
    this.network = new SimulatedNetwork(this.time, this.chance, plan.faults.hints);
  }

  async run(): Promise<SimulationReport> {
    const { plan, time, chance, store } = this;
    await plan.load.publish(store, WORKSPACE);
    for (let index = 0; index < plan.processes; index += 1) await this.openProcess();
    const wanted = plan.load.runs(chance);
    for (const run of wanted) time.plan(chance.between(0, plan.startsMs), () => void this.start(run));
    const runtime = () => chance.pick(this.processes).runtime;
    new People({ time, chance, reader: store.reader, workspaceId: WORKSPACE, runtime }).begin();
    this.planFaults();
    void this.watch(wanted.length);

    await time.run(() => this.allEnded, plan.faultsMs + CALM_MS);
    const runs = await readRuns(store.reader, WORKSPACE);
    const neverStarted = wanted.filter((run) => !this.started.has(run));
    return {
      seed: plan.seed,
      violations: [
        ...neverStarted.map(({ key }) => `nobody answered the client who wanted ${key}`),
        ...this.troubles,
        ...findViolations(runs),
        ...(runs.filter((run) => run.parent === undefined).length > wanted.length
          ? ['there are more runs than were asked for']
          : []),
      ],
      runs,
      endedAtMs: time.now(),
      kills: this.kills,
      pauses: this.pauses,
    };
  }

  private async watch(wanted: number): Promise<void> {
    while (!this.allEnded) {
      await this.time.sleep(100);
      if (this.started.size < wanted) continue;
      const { items } = await this.store.reader.listRuns(WORKSPACE, { status: OPEN }, { limit: 1 });
      this.allEnded = items.length === 0;
    }
  }

  // --- processes ---

  private async openProcess(): Promise<void> {
    const { plan, time, chance, store, network } = this;
    const skew = plan.faults.skewMs ?? 0;
    this.opened += 1;
    const host = new SimulatedHost(`p${this.opened}`, time, chance, {
      faults: this.isCalm
        ? { callMs: plan.faults.store.callMs, failBefore: 0, failAfter: 0 }
        : plan.faults.store,
      startMs: START,
      skewMs: chance.between(-skew, skew),
      ...(plan.trace ? { trace: (line: string) => this.trace(line) } : {}),
    });
    const runtime = createRuntime({
      runs: host.reach('runs', store.runs),
      reader: host.reach('reader', store.reader),
      workflows: host.reach('workflows', store.workflows),
      blobs: host.reach('blobs', store.blobs),
      queue: network.queueOf(host),
      nodes: plan.load.nodes({
        sleep: (from, to) => host.sleep(chance.between(from, to)),
        happens: chance.happens,
      }),
      freezeDraft: () => Promise.reject(new Error('The simulator has no drafts.')),
      clock: host.clock,
      onTrouble: (where, error) => {
        if (isCodedError(error) && error.kind === 'transient') return;
        this.troubles.push(`${host.name}, ${where}: ${error instanceof Error ? error.stack : error}`);
      },
      ...(plan.slots === undefined ? {} : { slots: plan.slots }),
      ...(plan.leaseMs === undefined ? {} : { leaseMs: plan.leaseMs }),
    });
    this.processes.push({ host, runtime });
    await runtime.start();
  }

  private get isCalm(): boolean {
    return this.time.now() >= this.plan.faultsMs;
  }

  private planFaults(): void {
    const { killEveryMs, pauseEveryMs, pauseMs = 0 } = this.plan.faults;
    this.every(killEveryMs, () => this.kill());
    this.every(pauseEveryMs, () => {
      this.pauses += 1;
      const { host } = this.chance.pick(this.processes);
      this.trace(`${host.name} stands still`);
      host.pause(this.chance.between(0, 2 * pauseMs));
    });
    this.time.plan(this.plan.faultsMs, () => {
      this.network.faults = { ...this.network.faults, lost: 0, repeated: 0 };
      for (const { host } of this.processes) host.faults = { ...host.faults, failBefore: 0, failAfter: 0 };
    });
  }

  private every(meanMs: number | undefined, happen: () => void): void {
    if (meanMs === undefined) return;
    this.time.plan(this.chance.between(0, 2 * meanMs), () => {
      if (this.isCalm) return;
      happen();
      this.every(meanMs, happen);
    });
  }

  private kill(): void {
    this.kills += 1;
    const victim = this.chance.pick(this.processes);
    this.trace(`${victim.host.name} dies`);
    victim.host.die();
    this.processes.splice(this.processes.indexOf(victim), 1);
    void this.openProcess();
  }

  // --- clients ---

  private async start(wanted: WantedRun): Promise<void> {
    const { key, workflowId, input, cancelAfterMs } = wanted;
    const request = {
      workspaceId: WORKSPACE,
      createdBy: 'client',
      workflowId,
      input,
      idempotencyKey: { key, bodyHash: key },
    };
    const waitSeconds = this.chance.happens(0.5) ? 60 : 0;
    const { runId } = await this.untilAnswered((runtime) => runtime.startRun(request, { waitSeconds }));
    this.trace(`${key} is ${runId}`);
    this.started.set(wanted, runId);
    if (cancelAfterMs === undefined) return;
    await this.time.sleep(cancelAfterMs);
    await this.untilAnswered((runtime) =>
      runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'client' }).catch((error: unknown) => {
        if (!isCodedError(error) || error.code !== 'RUN_TERMINAL') throw error;
      }),
    );
  }

  /** Asks one process after the other until one answers. */
  private async untilAnswered<T>(ask: (runtime: LocalRuntime) => Promise<T>): Promise<T> {
    for (;;) {
      const { runtime } = this.chance.pick(this.processes);
      const silence = this.time.sleep(CLIENT_PATIENCE_MS).then(() => undefined);
      const answer = ask(runtime).then(
        (value) => ({ value }),
        (error: unknown) => {
          if (!isCodedError(error) || error.kind !== 'transient') this.troubles.push(`a client: ${error}`);
          return undefined;
        },
      );
      const answered = await Promise.race([answer, silence]);
      if (answered) return answered.value;
      await this.time.sleep(this.chance.between(0, 500));
    }
  }

  private trace(line: string): void {
    this.plan.trace?.(`${this.time.now().toFixed(1).padStart(10)} ${line}`);
  }
}
