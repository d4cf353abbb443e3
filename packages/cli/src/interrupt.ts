/** Turns the first Ctrl-C into an abort, so that a command can end in good order; a second one ends it at once. */
export function listenForInterrupt(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    },
  };
}
