/**
 * Running the steps of a script: one short line each, with the time it took, and an error that says what to do.
 */
import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** An error whose message is meant for the person at the terminal; no stack is shown. */
export class Advice extends Error {}

/** What takes longer is told to go on, so that nobody takes it for stuck. */
const TELL_EVERY_MS = 10_000;

/** Runs `work` and prints one line with its name and time. `hint` says beforehand what to expect of a long one. */
export async function step(name, work, { hint, progress = () => '' } = {}) {
  const startedAt = performance.now();
  const told = hint ? `${name} (${hint})` : name;
  process.stdout.write(`  ${told} …${process.stdout.isTTY ? '' : '\n'}`);
  const telling = setInterval(
    () => {
      const line = `${told} … ${Math.round((performance.now() - startedAt) / 1000)} s${progress()}`;
      process.stdout.write(process.stdout.isTTY ? `\r\x1b[K  ${line}` : `  ${line}\n`);
    },
    process.stdout.isTTY ? 1_000 : TELL_EVERY_MS,
  );
  try {
    const result = await work();
    finishLine(`✓ ${name}`, startedAt);
    return result;
  } catch (error) {
    finishLine(`✗ ${name}`, startedAt);
    throw error;
  } finally {
    clearInterval(telling);
  }
}

function finishLine(text, startedAt) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${text} (${seconds} s)\n`);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const commands = new Set();

/** While commands run, what ends us ends them: they would go on alone, installing or building, for minutes. */
function passOn(signal) {
  for (const child of commands) child.kill(signal);
  if (process.listenerCount(signal) > 1) return; // whoever else listens decides what becomes of us
  process.off(signal, passOn);
  process.kill(process.pid, signal);
}

function keepCommand(child) {
  if (commands.size === 0) for (const signal of SIGNALS) process.on(signal, passOn);
  commands.add(child);
  child.once('close', () => {
    commands.delete(child);
    if (commands.size === 0) for (const signal of SIGNALS) process.off(signal, passOn);
  });
}

/**
 * Runs a command in the repository. `quiet` keeps its output for the error; otherwise it is shown.
 * Rejects with the last lines when it fails, and with `.missing` when the program is not there.
 */
export function run(command, args, { quiet = true, env = {}, cwd = root } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    keepCommand(child);
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => fail(Object.assign(error, { missing: error.code === 'ENOENT', output })));
    child.once('close', (code, signal) => {
      if (code === 0) done(output);
      else
        fail(Object.assign(new Error(`${command} ended with ${signal ?? `code ${code}`}`), { code, output }));
    });
  });
}

/** Prints why a script ends and ends it. */
export function giveUp(error) {
  if (error instanceof Advice) console.error(`\n${error.message}`);
  else {
    if (error.output) console.error(`\n${error.output.trimEnd()}`);
    console.error(`\n${error.output ? error.message : (error.stack ?? error)}`);
  }
  process.exit(1);
}
