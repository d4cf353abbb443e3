/**
 * The process that user code runs in. It has an empty environment and talks over its own stdin and stdout in
 * bounded frames. It dies with its parent: when stdin ends, or, in the middle of a busy guest, when that sees
 * another parent.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { QuickJSWASMModule } from 'quickjs-emscripten';
import { evaluate, instantiateGuest } from './evaluate';
import { createFrameReader, encodeFrame } from './frames';
import { IDLE_TITLE } from './process-title';
import { LIMITS, type RunAnswer, type RunRequest } from './protocol';

const require = createRequire(import.meta.url);
// The binary belongs to a package of the engine's own.
const fromEngine = createRequire(require.resolve('quickjs-emscripten'));
const wasmPath = fromEngine.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const wasm = WebAssembly.compile(new Uint8Array(await readFile(wasmPath)));

/** The next guest, made while nobody waits. Most runs ask for the same cap as the one before. */
let prepared: { memoryMiB: number; guest: Promise<QuickJSWASMModule> } | undefined;

async function prepare(memoryMiB: number): Promise<QuickJSWASMModule> {
  return instantiateGuest(await wasm, memoryMiB);
}

async function handle(payload: Buffer): Promise<void> {
  const request = JSON.parse(payload.toString('utf8')) as RunRequest;
  process.title = request.title ?? IDLE_TITLE;
  const ready = prepared?.memoryMiB === request.memoryMiB ? prepared.guest : prepare(request.memoryMiB);
  prepared = undefined;
  const text = evaluate(await ready, request);
  process.title = IDLE_TITLE;
  process.stdout.write(encodeFrame(Buffer.from(text)));
  setImmediate(() => {
    const guest = prepare(request.memoryMiB);
    guest.catch(() => {}); // told when it is used
    prepared = { memoryMiB: request.memoryMiB, guest };
  });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // V8 says so for a nesting that QuickJS's own counter did not catch; the guest is lost, the fault is the code's.
  const isStack = error instanceof RangeError && message.startsWith('Maximum call stack');
  const answer: RunAnswer = isStack
    ? { status: 'stack', logs: [] }
    : { status: 'host_error', message, logs: [] };
  const frame = encodeFrame(Buffer.from(JSON.stringify(answer)));
  process.stdout.write(frame, () => process.exit(1));
}

process.stdin.on(
  'data',
  createFrameReader(LIMITS.frameBytes, (payload) => {
    handle(payload).catch(fail);
  }),
);
process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(1));
process.on('uncaughtException', fail);
