import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from 'quickjs-emscripten';
import { GUEST_HARNESS } from './guest-harness';
import { LIMITS, type RunAnswer, type RunRequest, SOURCE_NAME, type SourcePosition } from './protocol';

/** A busy guest hears no end of stdin; when this is another one, whoever started us was killed. */
const PARENT = process.ppid;
/** Time for reading log lines out of a guest that was interrupted. */
const LOG_GRACE_MS = 50;

/**
 * A WebAssembly instance of its own, with a memory that cannot grow beyond the cap. QuickJS's own memory limit
 * does not hold; this one does. Each run gets a fresh instance, and nothing of it is used again.
 */
export function instantiateGuest(
  wasmModule: WebAssembly.Module,
  memoryMiB: number,
): Promise<QuickJSWASMModule> {
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: memoryMiB * 16 });
  // Stdout carries frames, so nothing that the binary would print may reach it.
  const emscriptenModule: object = { print: () => {}, printErr: () => {} };
  return newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmModule, wasmMemory, emscriptenModule }),
  );
}

/** Runs one request in a fresh guest. What it throws is a host error: the process is not to be trusted after it. */
export function evaluate(quickjs: QuickJSWASMModule, request: RunRequest): string {
  const runtime = quickjs.newRuntime();
  // Set when the source starts: making the guest is our time, and an interrupt there would look like our failure.
  let deadline = Number.POSITIVE_INFINITY;
  let interrupted = false;
  runtime.setInterruptHandler(() => {
    // Nobody waits for the answer, and whoever goes on with the run starts a process of its own.
    if (process.ppid !== PARENT) process.exit(0);
    if (performance.now() < deadline) return false;
    interrupted = true;
    return true;
  });
  runtime.setMaxStackSize(LIMITS.stackBytes);
  // `Date` is left out of the realm altogether, so no path through prototypes leads to it.
  const context = runtime.newContext({
    intrinsics: {
      BaseObjects: true,
      Date: false,
      Eval: true,
      StringNormalize: true,
      RegExp: true,
      RegExpCompiler: true,
      JSON: true,
      Proxy: true,
      MapSet: true,
      TypedArrays: true,
      Promise: true,
      BigInt: true,
    },
  });
  const guest = createGuest(context);

  const timeout = (): string => {
    deadline = performance.now() + LOG_GRACE_MS;
    return answer({ status: 'timeout', message: '', logs: guest.logs() });
  };
  /** Ends the run for a reason that the guest itself gave. */
  const failure = (error: QuickJSHandle, status: 'failed' | 'syntax' = 'failed'): string => {
    if (interrupted) return timeout();
    const described = guest.describe(error);
    if (described === undefined) return answer({ status: 'memory', message: '', logs: [] });
    return answer(classify(status, described, guest.logs()));
  };

  deadline = performance.now() + request.timeoutMs;
  const loaded = context.evalCode(request.source, SOURCE_NAME, { type: 'global' });
  if (loaded.error) return failure(loaded.error, isSyntaxError(context, loaded.error) ? 'syntax' : 'failed');
  const found = context.evalCode(`typeof main === 'function' ? main : undefined`, 'find-main.js');
  if (found.error) return failure(found.error);
  if (context.typeof(found.value) !== 'function') {
    const message = 'The source defines no function main(input).';
    return answer({ status: 'syntax', message, logs: guest.logs() });
  }
  const started = guest.call('start', found.value, context.newString(request.input));
  if (started.error) return failure(started.error);
  while (runtime.hasPendingJob()) {
    const jobs = runtime.executePendingJobs();
    if (jobs.error) return failure(jobs.error);
  }
  // An interrupt inside an async function ends it silently, without settling its promise.
  if (interrupted) return timeout();

  const outcome = guest.call('outcome');
  if (outcome.error) return failure(outcome.error);
  const state = JSON.parse(context.getString(outcome.value));
  if (state.status === 'failed') return answer(classify('failed', state, guest.logs()));
  if (state.status === 'memory') return answer({ status: 'memory', message: '', logs: guest.logs() });
  if (state.status === 'pending') {
    const message = 'main returned a promise that never settles: nothing is left that could settle it.';
    return answer({ status: 'failed', message, logs: guest.logs() });
  }
  // The length is asked for first, so that a huge text never reaches this process's own heap.
  if (state.length > LIMITS.valueBytes) return tooLarge(guest.logs());
  const value = guest.call('value');
  if (value.error) return failure(value.error);
  const text = context.getString(value.value);
  if (Buffer.byteLength(text) > LIMITS.valueBytes) return tooLarge(guest.logs());
  // The guest's own JSON text goes on as it is; the parent parses it.
  return `{"status":"completed","logs":${JSON.stringify(guest.logs())},"value":${text}}`;
}

function answer(value: RunAnswer): string {
  return JSON.stringify(value);
}

function tooLarge(logs: readonly string[]): string {
  return answer({ status: 'output_too_large', message: '', logs });
}

interface Described {
  readonly message: string;
  readonly stack?: string;
}

function classify(status: 'failed' | 'syntax', error: Described, logs: readonly string[]): RunAnswer {
  if (/^InternalError: (out of memory|string too long)$/.test(error.message)) {
    return { status: 'memory', message: '', logs };
  }
  const position = positionIn(error.stack);
  return { status, message: error.message, logs, ...(position === undefined ? {} : { position }) };
}

function positionIn(stack: string | undefined): SourcePosition | undefined {
  const match = /\bcode\.js:(\d+)(?::(\d+))?/.exec(stack ?? '');
  return match === null ? undefined : { line: Number(match[1]), column: Number(match[2] ?? 1) };
}

/** True for what the parser of the source itself threw, false for a `SyntaxError` that running code throws. */
function isSyntaxError(context: QuickJSContext, error: QuickJSHandle): boolean {
  const name = context.getProp(error, 'name');
  const stack = context.getProp(error, 'stack');
  const isParseError = context.typeof(stack) === 'string' && !context.getString(stack).includes(' (code.js:');
  return context.typeof(name) === 'string' && context.getString(name) === 'SyntaxError' && isParseError;
}

/** The harness inside the guest, as calls that never throw. */
function createGuest(context: QuickJSContext) {
  const harness = context.unwrapResult(context.evalCode(GUEST_HARNESS, 'harness.js'));
  const call = (name: string, ...args: QuickJSHandle[]) =>
    context.callFunction(context.getProp(harness, name), context.undefined, ...args);
  const text = (name: string, ...args: QuickJSHandle[]): string | undefined => {
    const result = call(name, ...args);
    return result.error ? undefined : context.getString(result.value);
  };
  return {
    call,
    /** Undefined when the guest has no memory left even for this. */
    describe: (error: QuickJSHandle): Described | undefined => {
      const described = text('describe', error);
      return described === undefined ? undefined : JSON.parse(described);
    },
    logs: (): string[] => JSON.parse(text('logs') ?? '[]'),
  };
}
