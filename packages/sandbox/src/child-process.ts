import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { CodedError } from '@weftwork/schema';
import { createFrameReader, encodeFrame } from './frames';
import { ROOM_FOR_TITLE } from './process-title';
import { LIMITS } from './protocol';

const STDERR_TAIL_CHARS = 2000;

/**
 * One sandbox process, which answers one request at a time. Whatever goes wrong in it, or with it, the way out
 * is `kill`: SIGKILL, then waiting until the system has reaped it.
 */
export class SandboxProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #stderr = '';
  #pending: { resolve(payload: Buffer): void; reject(error: Error): void } | undefined;
  #gone = false;
  runs = 0;

  constructor(childPath: string) {
    this.#process = spawn(process.execPath, [childPath, ROOM_FOR_TITLE], {
      cwd: dirname(childPath),
      // Nothing of ours reaches the child: no NODE_OPTIONS, no secrets, no PATH.
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = this.#process;
    const read = createFrameReader(LIMITS.frameBytes, (payload) => this.#settle()?.resolve(payload));
    stdout!.on('data', (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        this.#fail('The sandbox sent a frame that is too long.', error);
      }
    });
    stderr!.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_TAIL_CHARS);
    });
    // A broken pipe shows as the process ending, which is told below.
    for (const stream of [stdin!, stdout!, stderr!]) stream.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      const ended = (what: string, cause?: unknown) => {
        this.#gone = true;
        this.#fail(`${what}${this.#stderr === '' ? '' : `: ${this.#stderr.trim()}`}`, cause);
        resolve();
      };
      this.#process.once('error', (error) => ended('The sandbox process could not be started', error));
      this.#process.once('close', (code, signal) => ended(`The sandbox process ended (${signal ?? code})`));
    });
    // An idle sandbox does not keep the service alive.
    this.#keepsAlive(false);
  }

  #keepsAlive(yes: boolean): void {
    const { stdin, stdout, stderr } = this.#process;
    // Pipes of a child are sockets, which the published type does not say.
    for (const part of [this.#process, stdin, stdout, stderr] as unknown as {
      ref(): void;
      unref(): void;
    }[]) {
      if (yes) part.ref();
      else part.unref();
    }
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isUsable(): boolean {
    return !this.#gone && this.#pending === undefined;
  }

  /** Sends one request and resolves with its answer; rejects when the process ends or misbehaves. */
  ask(request: Buffer): Promise<Buffer> {
    this.runs += 1;
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      if (this.#gone) this.#fail('The sandbox process has ended');
      else this.#process.stdin!.write(encodeFrame(request));
    });
  }

  async kill(): Promise<void> {
    if (!this.#gone) {
      // Who waits for its end must live to see it, even when nothing else keeps this process going.
      this.#keepsAlive(true);
      this.#process.kill('SIGKILL');
    }
    await this.#exited;
  }

  #settle() {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #fail(message: string, cause?: unknown): void {
    this.#settle()?.reject(new CodedError('SANDBOX_FAILED', message, { cause }));
  }
}
