/*
 * Named places at which a test may let the process die, to prove that what follows was durable before it was told.
 * They cost one comparison and do nothing unless a hook is set.
 */

export type CrashPoint =
  | 'before-commit'
  | 'after-commit'
  | 'before-effect'
  | 'after-effect'
  | 'before-child-report'
  | 'after-answer-commit'
  | 'after-signal-commit';

export type CrashHook = (point: CrashPoint, runId: string) => void;

let hook: CrashHook | undefined;

/** Sets what happens at crash points; undefined sets nothing back. Only for tests. */
export function setCrashHook(next: CrashHook | undefined): void {
  hook = next;
}

export function crashPoint(point: CrashPoint, runId: string): void {
  if (hook !== undefined) hook(point, runId);
}
