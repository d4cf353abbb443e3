/** Something that happens at a moment of virtual time. */
interface Moment {
  readonly at: number;
  /** Decides between moments of the same time: the one that was planned first comes first. */
  readonly order: number;
  readonly fire: () => void;
  cancelled: boolean;
}

/**
 * Time that passes only when nothing is left to do: a queue of moments, carried out one by one. After each the
 * promises that it settled run to their end, so that the same plan always gives the same run.
 */
export class VirtualTime {
  private at = 0;
  private planned = 0;
  private readonly heap: Moment[] = [];

  /** Milliseconds since the beginning. */
  now(): number {
    return this.at;
  }

  plan(inMs: number, fire: () => void): { cancel(): void } {
    this.planned += 1;
    const moment: Moment = { at: this.at + Math.max(0, inMs), order: this.planned, fire, cancelled: false };
    push(this.heap, moment);
    return {
      cancel() {
        moment.cancelled = true;
      },
    };
  }

  /** The process does nothing for so long: what was due meanwhile comes late. */
  stall(ms: number): void {
    this.at += ms;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.plan(ms, resolve));
  }

  /** Carries out moment after moment until `isDone` says so or `untilMs` is reached; false when time ran out. */
  async run(isDone: () => boolean, untilMs: number): Promise<boolean> {
    await promisesSettled();
    while (!isDone()) {
      const next = pop(this.heap);
      if (next === undefined || next.at > untilMs) {
        if (next) push(this.heap, next);
        this.at = Math.max(this.at, untilMs);
        return false;
      }
      if (next.cancelled) continue;
      this.at = Math.max(this.at, next.at);
      next.fire();
      await promisesSettled();
    }
    return true;
  }
}

/** Node empties the queue of settled promises before it comes to the next immediate. */
function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Moment[], moment: Moment): void {
  let index = heap.push(moment) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(moment, heap[parent]!)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = moment;
}

function pop(heap: Moment[]): Moment | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
  return first;
}
