import { CodedError } from '@weftwork/schema';
import type { Clock } from '../ports';
import type { Chance } from './chance';
import type { VirtualTime } from './virtual-time';

/** What may go wrong between a process and the store, as probabilities of each call, and how long calls take. */
export interface StoreFaults {
  readonly callMs: number;
  /** The call never arrives; the process is told that the store is away. */
  readonly failBefore: number;
  /** The call is carried out; the process is told that the store is away. */
  readonly failAfter: number;
}

/** A port of the store, as far as a proxy needs to know it. */
type Port = object;

/**
 * The machine a process runs on: its time, its way to the store, its death. Once dead nothing of it goes on: its
 * timers do not fire and its calls are never answered, although what arrived at the store stands.
 */
export class SimulatedHost {
  isAlive = true;
  faults: StoreFaults;
  private pausedUntil = 0;

  constructor(
    readonly name: string,
    private readonly time: VirtualTime,
    private readonly chance: Chance,
    private readonly options: {
      readonly faults: StoreFaults;
      readonly startMs: number;
      readonly skewMs: number;
      readonly trace?: (line: string) => void;
    },
  ) {
    this.faults = options.faults;
    const { startMs, skewMs } = options;
    this.clock = {
      now: () => Math.round(startMs + this.time.now() + skewMs),
      monotonic: () => this.time.now(),
      setTimer: (ms, fire) => this.plan(ms, fire),
      soon: (fire) => void this.plan(0, fire),
    };
  }

  readonly clock: Clock;

  die(): void {
    this.isAlive = false;
  }

  /** Stops for a while, as a process does that is suspended or whose event loop is blocked. */
  pause(ms: number): void {
    this.pausedUntil = this.time.now() + ms;
  }

  /** Something that happens in this process: not when it is dead, and later when it stands still. */
  plan(inMs: number, fire: () => void): { cancel(): void } {
    let planned = this.time.plan(inMs, inTurn.bind(this));
    function inTurn(this: SimulatedHost): void {
      const left = this.pausedUntil - this.time.now();
      if (left > 0) planned = this.time.plan(left, inTurn.bind(this));
      else if (this.isAlive) fire();
    }
    return { cancel: () => planned.cancel() };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.plan(ms, resolve));
  }

  /** The same port, with a way to it: every call takes a while there and back, and may fail on either. */
  reach<T extends Port>(name: string, port: T): T {
    const host = this;
    return new Proxy(port, {
      get(target, method: string & keyof T) {
        const carryOut = target[method];
        if (typeof carryOut !== 'function') return carryOut;
        return (...args: unknown[]) =>
          host.call(`${name}.${method}`, args, () => Promise.resolve(carryOut.apply(target, args)));
      },
    });
  }

  private async call(
    what: string,
    args: readonly unknown[],
    carryOut: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!this.isAlive) return new Promise(() => {});
    const { callMs, failBefore, failAfter } = this.faults;
    const there = this.chance.between(0, callMs);
    const back = this.chance.between(0, callMs);
    const fate = this.chance.next();
    // Under way a call belongs to the network: it arrives whether or not its sender is still there.
    await this.time.sleep(there);
    const { trace } = this.options;
    if (fate < failBefore) {
      trace?.(`${this.name} ${what} ${JSON.stringify(args)} does not arrive`);
      await this.sleep(back);
      throw storeAway();
    }
    const answer = carryOut();
    // Its failure is the caller's, who hears of it later.
    answer.catch(() => {});
    // Awaited with and without a trace, so that looking changes nothing.
    const told = await answer.then((value) => (trace ? JSON.stringify(value) : ''), String);
    const lost = fate < failBefore + failAfter ? ' (not heard)' : '';
    trace?.(`${this.name} ${what} ${JSON.stringify(args)} -> ${told}${lost}`);
    await this.sleep(back);
    if (fate < failBefore + failAfter) throw storeAway();
    return answer;
  }
}

function storeAway(): CodedError {
  return new CodedError('STORAGE_UNAVAILABLE', 'The store did not answer.');
}
