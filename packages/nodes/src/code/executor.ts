import { type ExecutionContext, NodeError, type NodeExecutor } from '@weftwork/runtime';
import type { Sandbox, SandboxRun } from '@weftwork/sandbox';
import { CodedError, type ErrorCode, isJsonObject, type JsonObject, nodeResult } from '@weftwork/schema';

/** Runs `main(input)` of the config's source in the sandbox. */
export function createCodeExecutor(options: { sandbox: Sandbox }): NodeExecutor {
  return {
    async execute(config, ctx) {
      try {
        const { value, logs } = await options.sandbox.run(sandboxRun(config, ctx));
        writeLogs(logs, ctx);
        return nodeResult(isJsonObject(value) ? value : { value });
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        if (Array.isArray(error.extra.logs)) writeLogs(error.extra.logs, ctx);
        throw attemptError(error);
      }
    },
  };
}

function sandboxRun(config: JsonObject, ctx: ExecutionContext): SandboxRun {
  return {
    // Resolved from a config that the definition's schema accepted.
    language: config.language as SandboxRun['language'],
    source: config.source as string,
    input: config.input as JsonObject,
    memoryMiB: config.memoryMiB as number,
    timeoutMs: ctx.timeoutMs,
    signal: ctx.signal,
    labels: { runId: ctx.runId, rootRunId: ctx.rootRunId, node: ctx.nodeId },
  };
}

/** Log lines stand in the run's history, so many short ones share an entry. */
const ENTRY_CHARS = 16 * 1024;

function writeLogs(lines: readonly string[], ctx: ExecutionContext): void {
  let entry: string[] = [];
  let chars = 0;
  const flush = (): void => {
    if (entry.length > 0) ctx.log('info', entry.join('\n'));
    entry = [];
    chars = 0;
  };
  for (const line of lines) {
    if (chars + line.length > ENTRY_CHARS) flush();
    entry.push(line);
    chars += line.length;
  }
  flush();
}

/** What of the node is at fault; the sandbox's own failures are nobody's. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  CODE_FAILED: '/config/source',
  CODE_SYNTAX: '/config/source',
  CODE_OUTPUT_TOO_LARGE: '/config/source',
  CODE_MEMORY: '/config/memoryMiB',
  VALUE_TOO_LARGE: '/config/input',
};

function attemptError(error: CodedError): NodeError {
  const kinds: Partial<Record<string, string[]>> = {
    SANDBOX_FAILED: ['transient'],
    NODE_TIMEOUT: ['timeout'],
  };
  // Code has no effect outside the sandbox, whatever happened to it.
  return new NodeError(error.code, error.message, {
    retryKinds: kinds[error.code] ?? [],
    outcome: 'notSent',
    cause: error,
    field: FIELDS[error.code],
  });
}
