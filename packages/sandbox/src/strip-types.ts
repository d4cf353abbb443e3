import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { CodedError } from '@weftwork/schema';

const require = createRequire(import.meta.url);

/** What stands between the compiled text and its source map in base64. */
export const MAP_COMMENT = '//# sourceMappingURL=data:application/json;base64,';

const COMPILE_TIMEOUT_MS = 10_000;
const STDERR_CHARS = 10_000;

/**
 * Takes the types out of a TypeScript source. A process of its own per source rather than esbuild's shared
 * service: deep nesting overflows the compiler's stack, and a shared one would stay dead for every later run.
 */
export function stripTypes(source: string): Promise<string> {
  const { command, prefix } = esbuildCommand();
  const args = ['--loader=ts', '--target=es2022', '--charset=utf8', '--sourcemap=inline', '--color=false'];
  return new Promise((resolve, reject) => {
    const child = spawn(
      command,
      // No tsconfig of the machine may change what a source means.
      [...prefix, ...args, '--sources-content=false', '--tsconfig-raw={}', '--log-limit=1'],
      // GODEBUG, NODE_OPTIONS and the like stay outside.
      { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, timeout: COMPILE_TIMEOUT_MS },
    );
    const output: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < STDERR_CHARS) complaint += chunk.toString('utf8');
    });
    child.stdin.on('error', () => {}); // the compiler ended before it read all; its exit code tells
    child.on('error', (cause) => {
      reject(new CodedError('SANDBOX_FAILED', 'The TypeScript compiler could not be started.', { cause }));
    });
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(syntaxError(complaint));
    });
    child.stdin.end(source);
  });
}

function syntaxError(complaint: string): CodedError {
  const text = /\[ERROR\] (.*)/.exec(complaint)?.[1];
  const line = /<stdin>:(\d+):/.exec(complaint)?.[1];
  if (text === undefined) {
    return new CodedError('CODE_SYNTAX', 'The source cannot be compiled: it is nested too deeply.');
  }
  if (line === undefined) return new CodedError('CODE_SYNTAX', `SyntaxError: ${text}`);
  return new CodedError('CODE_SYNTAX', `SyntaxError: ${text} (line ${line})`, {
    extra: { line: Number(line) },
  });
}

let found: { command: string; prefix: string[] } | undefined;

/** The native binary where its package is installed, else esbuild's own launcher. */
function esbuildCommand() {
  found ??= locateEsbuild();
  return found;
}

function locateEsbuild(): { command: string; prefix: string[] } {
  const fromEsbuild = createRequire(require.resolve('esbuild'));
  const file = process.platform === 'win32' ? 'esbuild.exe' : 'bin/esbuild';
  try {
    const command = fromEsbuild.resolve(`@esbuild/${process.platform}-${process.arch}/${file}`);
    return { command, prefix: [] };
  } catch {
    return { command: process.execPath, prefix: [fromEsbuild.resolve('esbuild/bin/esbuild')] };
  }
}
