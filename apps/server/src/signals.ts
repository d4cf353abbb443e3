/** Several processes of one terminal hear the same Ctrl-C and pass it on; what comes this close together is one. */
const SAME_SIGNAL_MS = 400;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `onFirst` for the first signal and `onSecond` for one that comes later. Returns how to stop listening. */
export function listenForSignals(onFirst: (signal: string) => void, onSecond: () => void): () => void {
  let firstAt: number | undefined;
  const listener = (signal: string) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      onFirst(signal);
    } else if (now - firstAt > SAME_SIGNAL_MS) onSecond();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
