import type { ChildProcess } from 'node:child_process';
import type { TrialRedis } from './redis.mjs';

export interface TrialPostgres {
  readonly url: string;
  readonly pid: number;
  /** Ends it as a crash would; `start` brings it back on the same data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface TrialProcess {
  readonly name: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly logPath: string;
  readonly exited: Promise<unknown>;
  kill(signal?: NodeJS.Signals): boolean;
  /** Asks it to end, waits, and ends it. */
  end(signal?: NodeJS.Signals, waitMs?: number): Promise<void>;
}

export interface TrialServer extends TrialProcess {
  readonly url: string;
}

export interface TrialCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly server?: TrialServer;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export interface TrialRelease {
  /** The folder of another release that was built; absent: this one. */
  readonly from?: string;
}

export interface TrialCluster {
  readonly databaseUrl: string;
  readonly token: string;
  readonly postgres: TrialPostgres | undefined;
  readonly redis: TrialRedis | undefined;
  readonly servers: TrialServer[];
  readonly workers: TrialProcess[];
  startServer(env?: Record<string, string>, options?: TrialRelease): Promise<TrialServer>;
  startWorker(env?: Record<string, string>, options?: TrialRelease): Promise<TrialProcess>;
  /** Calls the API of a server (the first) as the owner; throws where the answer is none of success. */
  api<T = unknown>(path: string, call?: TrialCall): Promise<T>;
  /** Creates and publishes a graph under its own id. */
  publish(graph: { readonly id: string }): Promise<void>;
  stop(): Promise<void>;
}

export interface TrialOptions {
  /** Where logs and homes go. */
  readonly dir: string;
  readonly workers?: number;
  readonly servers?: number;
  /** A PostgreSQL is started when absent. */
  readonly databaseUrl?: string;
  /** A Redis is started when absent; with null there is none. */
  readonly redisUrl?: string | null;
  readonly env?: Record<string, string>;
  readonly serverEnv?: Record<string, string>;
  readonly workerEnv?: Record<string, string>;
  /** For Node itself, such as `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
  /** Ends a start, with nothing left of it. */
  readonly signal?: AbortSignal;
}

export function startPostgres(home: string): Promise<TrialPostgres>;
export function startCluster(options: TrialOptions): Promise<TrialCluster>;
