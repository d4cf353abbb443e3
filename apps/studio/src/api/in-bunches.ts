/** Items that come one by one, given on in bunches. */
export interface Bunches<Item> {
  add(items: readonly Item[]): void;
  /** Gives on what is held back, now. */
  flush(): void;
  /** Forgets what is held back. */
  stop(): void;
}

/** Gives on the first items at once, and those that come within `everyMs` after a bunch together, in order. */
export function inBunches<Item>(everyMs: number, give: (items: readonly Item[]) => void): Bunches<Item> {
  let held: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const items = held;
    held = [];
    timer = setTimeout(flush, everyMs);
    give(items);
  };
  return {
    add(items) {
      for (const item of items) held.push(item);
      if (timer === undefined) flush();
    },
    flush,
    stop() {
      clearTimeout(timer);
      held = [];
      timer = undefined;
    },
  };
}
