import { setTimeout as pause } from 'node:timers/promises';
import { CodedError } from '@weftwork/schema';
import type { RunQueue } from '../ports';
import type { FaultPlan } from './fault-plan';
import { seededRandom } from './seeded-random';

interface Delays {
  /** How long a lost answer is waited for: longer than a lease. */
  readonly lostMs: number;
  readonly lateMs: number;
}

/** The ports with every method under a plan: what it decides happens to the call, with the error of a lost database. */
export function faultyPorts<Ports extends object>(ports: Ports, plan: FaultPlan, delays: Delays): Ports {
  const wrapped = Object.entries(ports).map(([name, port]) => [
    name,
    typeof port === 'object' ? faultyPort(name, port as object, plan, delays) : port,
  ]);
  return Object.fromEntries(wrapped) as Ports;
}

function faultyPort<Port extends object>(name: string, port: Port, plan: FaultPlan, delays: Delays): Port {
  return new Proxy(port, {
    get(target, property) {
      const method = Reflect.get(target, property) as unknown;
      if (typeof method !== 'function') return method;
      const called = `${name}.${String(property)}`;
      return async (...args: unknown[]) => {
        const fault = plan.next(called);
        const failure = () => new CodedError('STORAGE_UNAVAILABLE', `${called} failed ${fault}, as planned.`);
        if (fault === 'before') throw failure();
        const answer: unknown = await Reflect.apply(method, target, args);
        if (fault === 'late') await pause(delays.lateMs);
        if (fault === 'lost') await pause(delays.lostMs);
        if (fault === 'after' || fault === 'lost') throw failure();
        return answer;
      };
    },
  });
}

/** A queue that loses hints, repeats them and lets them come late. */
export function lossyQueue(queue: RunQueue, seed: number): RunQueue {
  const random = seededRandom(seed);
  return {
    notify(runId) {
      const fate = random();
      if (fate < 0.4) return;
      queue.notify(runId);
      if (fate < 0.6) queue.notify(runId);
      if (fate < 0.7) setTimeout(() => queue.notify(runId), 20);
    },
    onNotify: (listener) => queue.onNotify(listener),
    setRoom: (slots) => queue.setRoom(slots),
    close: () => queue.close(),
  };
}
