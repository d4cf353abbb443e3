import type { MemoryStore, RunStore } from '@weftwork/runtime';

/** Where the process dies: at its nth commit, before it reached the store or after, with nobody told. */
export interface Crash {
  readonly commit: number;
  readonly when: 'before' | 'after';
}

/**
 * The ports of a process that will die. From the crash on every call hangs, as it does for code that no longer runs;
 * what the store had accepted stays.
 */
export function crashingStore(store: MemoryStore, crash: Crash, onCrash: () => void): MemoryStore {
  let commits = 0;
  let dead = false;
  const never = new Promise<never>(() => {});

  function die(): Promise<never> {
    dead = true;
    onCrash();
    return never;
  }

  const runs = new Proxy(store.runs, {
    get(target, name: keyof RunStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (dead) return never;
        if (name !== 'commit') return method.apply(target, args);
        commits += 1;
        if (commits === crash.commit && crash.when === 'before') return die();
        const outcome = await method.apply(target, args);
        return commits === crash.commit ? die() : outcome;
      };
    },
  });
  return { ...store, runs };
}
