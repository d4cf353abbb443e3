import type { JsonValue } from '@weftwork/schema';

/**
 * What parent and child say to each other: one `RunRequest` frame down, one `RunAnswer` frame up, in turn.
 * All of it is JSON text behind a length, and every length is bounded on both sides.
 */
export const LIMITS = {
  /** The value that `main` returns, and the input it gets, as JSON text. */
  valueBytes: 10 * 1024 * 1024,
  /** One frame in either direction: a value, the logs and the source with room to spare. */
  frameBytes: 24 * 1024 * 1024,
  /** The compiler recurses: at this size the worst nesting costs it 200 MiB for a moment, not all there is. */
  sourceBytes: 128 * 1024,
  logLines: 1000,
  logChars: 256 * 1024,
  /** QuickJS counts its stack itself; beyond 256 KiB the WebAssembly stack overflows first. */
  stackBytes: 256 * 1024,
  /** The WebAssembly binary asks for 16 MiB at start, so no smaller cap can be kept. */
  minMemoryMiB: 16,
  maxMemoryMiB: 1024,
} as const;

/** The name under which the user's source stands in stack traces. */
export const SOURCE_NAME = 'code.js';

export interface RunRequest {
  readonly source: string;
  /** The input as JSON text; it is parsed inside the guest. */
  readonly input: string;
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  /** What the process calls itself meanwhile. */
  readonly title?: string;
}

/** Where in the evaluated text something went wrong; both count from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export type RunAnswer =
  | { readonly status: 'completed'; readonly value: JsonValue; readonly logs: readonly string[] }
  | {
      readonly status: 'syntax' | 'failed' | 'memory' | 'output_too_large' | 'timeout';
      readonly message: string;
      readonly position?: SourcePosition;
      readonly logs: readonly string[];
    }
  /** Native recursion went deeper than the process's own stack, which lies below QuickJS's; the child ends after it. */
  | { readonly status: 'stack'; readonly logs: readonly string[] }
  /** Something broke that is not the user's doing; the child ends after it. */
  | { readonly status: 'host_error'; readonly message: string; readonly logs: readonly string[] };
