/** How often to look whether npm is still there; a look is one system call. */
const LOOK_MS = 1_000;

/**
 * Calls back when the npm that started this process has gone. npm passes a signal on to its shell, which ends without
 * passing it further, and a killed npm passes on nothing: without this the service would stay behind, unseen.
 * Does nothing for a service that was not started by npm.
 */
export function followNpm(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS);
  timer.unref();
}
