import { availableParallelism } from 'node:os';
import { CodedError, type JsonValue } from '@weftwork/schema';
import { SandboxProcess } from './child-process';
import { type CodeLanguage, type CompiledSource, compileSource } from './compile-source';
import { type ProcessLabels, processTitle } from './process-title';
import { LIMITS, type RunAnswer, type RunRequest } from './protocol';

export interface SandboxRun {
  readonly language: CodeLanguage;
  /** Defines `main(input)`, which may be async. */
  readonly source: string;
  readonly input: JsonValue;
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** For whom it runs, so that a look at the processes of the machine tells. */
  readonly labels?: ProcessLabels;
}

export interface SandboxResult {
  readonly value: JsonValue;
  readonly logs: string[];
}

export interface Sandbox {
  /**
   * Runs `main(input)` and resolves with what it returned. Fails with `CODE_…`, `NODE_TIMEOUT` or
   * `SANDBOX_FAILED`, whose `extra.logs` are the lines logged until then; an abort rejects with its reason.
   */
  run(run: SandboxRun): Promise<SandboxResult>;
  /** Kills every process and waits until the system has reaped it. */
  close(): Promise<void>;
}

/** How much longer than the guest's own limit the process may live. Only code that ignores the limit gets here. */
const KILL_GRACE_MS = 200;
/** A process is renewed after so many runs, so that nothing a run leaves behind can pile up. */
const RUNS_PER_PROCESS = 200;
/** An unused process costs 40 MiB; starting one costs 60 ms. */
const IDLE_MS = 60_000;

/**
 * User code in QuickJS, in processes that can be killed. At most `poolSize` processes exist; they start when
 * first needed, stay warm between runs, and are thrown away after anything but a plain answer.
 */
export function createSandbox(options: { childPath: string; poolSize?: number }): Sandbox {
  const poolSize = options.poolSize ?? Math.max(2, availableParallelism());
  const all = new Set<SandboxProcess>();
  const idle: SandboxProcess[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const discard = async (child: SandboxProcess): Promise<void> => {
    await child.kill();
    all.delete(child);
  };

  const take = (): SandboxProcess => {
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (child.isUsable) return child;
      void discard(child);
    }
    const child = new SandboxProcess(options.childPath);
    all.add(child);
    return child;
  };

  const giveBack = (child: SandboxProcess): void => {
    if (closed || !child.isUsable || child.runs >= RUNS_PER_PROCESS) {
      void discard(child);
      return;
    }
    idle.push(child);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const unused of idle.splice(0)) void discard(unused);
    }, IDLE_MS).unref();
  };

  /** Waits for one of the `poolSize` places. */
  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (busy < poolSize) {
      busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(proceed), 1);
        reject(signal!.reason);
      };
      const proceed = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      waiting.push(proceed);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  };

  const leave = (): void => {
    const next = waiting.shift();
    if (next !== undefined) next();
    else busy -= 1;
  };

  const runIn = async (child: SandboxProcess, request: Buffer, run: SandboxRun): Promise<RunAnswer> => {
    let stop!: (reason: unknown) => void;
    const stopped = new Promise<never>((_, reject) => {
      stop = reject;
    });
    const timer = setTimeout(() => stop(timeoutError(run.timeoutMs, [])), run.timeoutMs + KILL_GRACE_MS);
    const onAbort = () => stop(run.signal!.reason);
    run.signal?.addEventListener('abort', onAbort, { once: true });
    const answer = child.ask(request);
    answer.catch(() => {}); // the race below tells it, unless the run was stopped first
    try {
      return parseAnswer(await Promise.race([answer, stopped]));
    } catch (error) {
      await discard(child);
      throw error;
    } finally {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
    }
  };

  return {
    async run(run) {
      if (closed) throw new CodedError('SANDBOX_FAILED', 'The sandbox is closed.');
      assertMemory(run.memoryMiB);
      const compiled = await compileSource(run.language, run.source);
      const request = encodeRequest(run, compiled);
      await enter(run.signal);
      try {
        run.signal?.throwIfAborted();
        if (closed) throw new CodedError('SANDBOX_FAILED', 'The sandbox is closed.');
        const child = take();
        const answer = await runIn(child, request, run);
        if (answer.status === 'completed' || answer.status === 'failed' || answer.status === 'syntax') {
          giveBack(child);
        } else {
          await discard(child);
        }
        return resultOf(answer, run, compiled);
      } finally {
        leave();
      }
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      idle.length = 0;
      await Promise.all([...all].map(discard));
    },
  };
}

function assertMemory(memoryMiB: number): void {
  const { minMemoryMiB: min, maxMemoryMiB: max } = LIMITS;
  if (!Number.isInteger(memoryMiB) || memoryMiB < min || memoryMiB > max) {
    const message = `memoryMiB is ${memoryMiB}; give a whole number from ${min} to ${max}.`;
    throw new CodedError('CODE_MEMORY', message);
  }
}

function encodeRequest(run: SandboxRun, compiled: CompiledSource): Buffer {
  const input = JSON.stringify(run.input);
  if (Buffer.byteLength(input) > LIMITS.valueBytes) {
    throw new CodedError('VALUE_TOO_LARGE', `The input of main is over ${mebibytes(LIMITS.valueBytes)}.`);
  }
  const { memoryMiB, timeoutMs } = run;
  const title = run.labels ? { title: processTitle(run.labels) } : {};
  const request: RunRequest = { source: compiled.text, input, memoryMiB, timeoutMs, ...title };
  const payload = Buffer.from(JSON.stringify(request));
  if (payload.length > LIMITS.frameBytes) {
    throw new CodedError('VALUE_TOO_LARGE', 'The input of main is too large once encoded.');
  }
  return payload;
}

/** What a child says is not trusted: a guest that broke out could say anything. */
function parseAnswer(payload: Buffer): RunAnswer {
  const text = payload.toString('utf8');
  try {
    const forbidden = text.includes('"__proto__"');
    const answer = JSON.parse(text, forbidden ? refuseProto : undefined) as RunAnswer;
    if (typeof answer.status === 'string' && isTextList(answer.logs)) return answer;
  } catch {
    // told below
  }
  throw new CodedError('SANDBOX_FAILED', 'The sandbox sent an answer that cannot be read.');
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__');
  return value;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

function resultOf(answer: RunAnswer, run: SandboxRun, compiled: CompiledSource): SandboxResult {
  const logs = [...answer.logs];
  switch (answer.status) {
    case 'completed':
      return { value: answer.value, logs };
    case 'failed':
    case 'syntax': {
      const line = answer.position === undefined ? undefined : compiled.lineOf(answer.position);
      const message = line === undefined ? answer.message : `${answer.message} (line ${line})`;
      const extra = line === undefined ? { logs } : { logs, line };
      throw new CodedError(answer.status === 'syntax' ? 'CODE_SYNTAX' : 'CODE_FAILED', message, { extra });
    }
    case 'memory':
      throw new CodedError(
        'CODE_MEMORY',
        `The code needs more than its ${run.memoryMiB} MiB; raise memoryMiB or work on less at a time.`,
        { extra: { logs } },
      );
    case 'output_too_large':
      throw new CodedError(
        'CODE_OUTPUT_TOO_LARGE',
        `main returned more than ${mebibytes(LIMITS.valueBytes)} of JSON.`,
        { extra: { logs } },
      );
    case 'timeout':
      throw timeoutError(run.timeoutMs, logs);
    case 'stack':
      throw new CodedError('CODE_FAILED', 'InternalError: stack overflow', { extra: { logs } });
    case 'host_error':
      throw new CodedError('SANDBOX_FAILED', `The sandbox failed: ${answer.message}`, { extra: { logs } });
  }
}

function timeoutError(timeoutMs: number, logs: readonly string[]): CodedError {
  return new CodedError('NODE_TIMEOUT', `The code ran longer than ${timeoutMs / 1000} s.`, {
    extra: { logs },
  });
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
