import type { ChildProcess } from 'node:child_process';

/** Finds `redis-server`; installs it where this may be done without asking. */
export function ensureRedis(): Promise<void>;
export function freePort(): Promise<number>;

export interface TrialRedis {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  start(): Promise<void>;
  /** SIGKILL unless told otherwise; waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Sends one command and answers the first line of the reply. */
  command(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

export function startRedis(options?: {
  port?: number;
  policy?: string;
  onSpawn?: (child: ChildProcess) => void;
}): Promise<TrialRedis>;
