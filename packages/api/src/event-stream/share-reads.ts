interface Turn<T> {
  readonly now: Promise<T>;
  next?: Promise<T>;
}

/**
 * One read of a key at a time, for all who ask: whoever comes while one is under way gets the next one, so that no
 * answer is older than its question. When a server comes back and hundreds of streams with it, that is two reads.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const turns = new Map<string, Turn<T>>();

  function begin(key: string): Promise<T> {
    const turn: Turn<T> = { now: read(key).finally(() => turns.get(key) === turn && turns.delete(key)) };
    turns.set(key, turn);
    return turn.now;
  }

  return (key) => {
    const turn = turns.get(key);
    if (turn === undefined) return begin(key);
    turn.next ??= turn.now.then(
      () => begin(key),
      () => begin(key),
    );
    return turn.next;
  };
}
