import type { RunQueue } from '../ports';
import type { Chance } from './chance';
import type { SimulatedHost } from './simulated-host';
import type { VirtualTime } from './virtual-time';

/** What may happen to hints, as probabilities of each delivery. */
export interface HintFaults {
  readonly delayMs: number;
  readonly lost: number;
  readonly repeated: number;
}

/** The queue that all processes share: hints that arrive late, twice or never. */
export class SimulatedNetwork {
  private readonly listeners = new Map<SimulatedHost, (runId: string) => void | Promise<void>>();

  constructor(
    private readonly time: VirtualTime,
    private readonly chance: Chance,
    public faults: HintFaults,
  ) {}

  queueOf(host: SimulatedHost): RunQueue {
    return {
      notify: (runId) => {
        for (const [to, listener] of this.listeners) this.deliver(to, () => void listener(runId));
      },
      onNotify: (listener) => {
        this.listeners.set(host, listener);
        return () => this.listeners.delete(host);
      },
      setRoom() {},
      close: async () => void this.listeners.delete(host),
    };
  }

  private deliver(to: SimulatedHost, tell: () => void): void {
    const { delayMs, lost, repeated } = this.faults;
    if (this.chance.happens(lost)) return;
    const times = this.chance.happens(repeated) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.time.plan(this.chance.between(0, delayMs), () => void to.plan(0, tell));
    }
  }
}
