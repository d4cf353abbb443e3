/** What the command line answers to the shell. */
export const EXIT = {
  completed: 0,
  /** The run failed or was cancelled. */
  failed: 1,
  /** The command, a file or an input is wrong, or the service cannot be used. */
  usage: 2,
  /** The run waits for somebody, or goes on without us. */
  waiting: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a message for the person at the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
