import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSandboxChild } from './build-child';
import { createSandbox, type Sandbox } from './sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
  process.env.WEFTWORK_SECRET_PROBE = 'a-secret-of-the-parent';
  process.env.NODE_OPTIONS_PROBE = '--require=/tmp/evil.js';
  sandbox = createSandbox({ childPath: await buildSandboxChild(), poolSize: 2 });
});
afterAll(async () => {
  delete process.env.WEFTWORK_SECRET_PROBE;
  delete process.env.NODE_OPTIONS_PROBE;
  await sandbox.close();
});

/** Each expression tries to reach something outside the guest. `undefined`, or any failure, is right. */
const ESCAPES: readonly string[] = [
  'typeof process === "undefined" ? undefined : process.env',
  'typeof require === "undefined" ? undefined : require("fs")',
  'this.constructor.constructor("return process")()',
  '(function () {}).constructor("return process.env")()',
  '(async () => {}).constructor("return require")()()',
  '(function* () {}).constructor("return process")().next().value',
  'new Function("return globalThis.process")()',
  '(0, eval)("typeof process === \\"undefined\\" ? undefined : process")',
  'Reflect.construct(Function, ["return process.mainModule"])()',
  'Error.prepareStackTrace = (_, frames) => frames[0].getThis().process, new Error().stack.process',
  'console.log.constructor("return process")()',
  'Object.getPrototypeOf(console.log).constructor("return require(\\"child_process\\")")()',
  'console.constructor.constructor("return process")()',
  'input.constructor.constructor("return process")()',
  'main.constructor("return process.env")()',
  'main.caller?.constructor("return process")()',
  '(function () { return arguments.callee.caller })()?.process',
  'import("node:fs").then((fs) => fs.readFileSync("/etc/passwd", "utf8"))',
  'import("file:///etc/passwd")',
  'globalThis.WebAssembly?.instantiate',
  'globalThis.std ?? globalThis.os',
  'globalThis.scriptArgs ?? globalThis.print',
  'globalThis.Module ?? globalThis.HEAP8 ?? globalThis.wasmMemory',
  'globalThis.SharedArrayBuffer && typeof Atomics !== "undefined" ? Atomics.wait : undefined',
  'typeof fetch === "undefined" ? undefined : fetch("http://127.0.0.1")',
  'typeof XMLHttpRequest === "undefined" ? undefined : XMLHttpRequest',
  'typeof setTimeout === "undefined" ? undefined : setTimeout(() => {}, 1).constructor',
  'Object.getOwnPropertyDescriptor(globalThis, "Date").get.constructor("return process")()',
  'new (Object.getPrototypeOf(async function* () {}).constructor)("yield process")().next()',
  'Symbol.for("nodejs.util.inspect.custom") in globalThis ? globalThis : undefined',
  'JSON.parse("{}", function () { return this.process })',
  '[].map.call({ length: 1, 0: 1 }, Function("return typeof process === \\"undefined\\" ? undefined : process"))[0]',
  'new Proxy({}, { get: (t, k, r) => r.constructor.constructor("return process")() }).x',
  '"".replace.constructor("return process.binding(\\"fs\\")")()',
];

describe('escapes (SEC04, SEC11, B64)', () => {
  it('tries at least thirty', () => expect(ESCAPES.length).toBeGreaterThanOrEqual(30));

  it.each(ESCAPES)('%s', async (expression) => {
    const source = `async function main(input) { const found = await (${expression}); return found === undefined ? "nothing" : typeof found; }`;
    const outcome = await sandbox
      .run({ language: 'javascript', source, input: {}, memoryMiB: 64, timeoutMs: 3000 })
      .then(
        (result) => result.value,
        (error: { code: string }) => error.code,
      );
    expect(['nothing', 'CODE_FAILED', 'CODE_SYNTAX']).toContain(outcome);
  });

  it('tampering with built-ins spoils only the own result', async () => {
    const source = `
      JSON.stringify = () => '{"status":"completed","value":1}';
      Object.prototype.toJSON = () => ({ status: 'host_error' });
      Array.prototype.push = () => { throw 1 };
      Promise.prototype.then = () => {};
      Object.defineProperty(Object.prototype, 'polluted', { value: 1 });
      function main() { return { a: 1 }; }`;
    const job = { language: 'javascript', input: {}, memoryMiB: 64, timeoutMs: 3000 } as const;
    await sandbox.run({ ...job, source }).catch(() => {});
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((await sandbox.run({ ...job, source: 'function main() { return 1; }' })).value).toBe(1);
  });

  it('gives the process an empty environment', async () => {
    const running = sandbox.run({
      language: 'javascript',
      source: 'for (;;);',
      input: {},
      memoryMiB: 64,
      timeoutMs: 500,
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    const environments = readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
        if (parent !== process.pid || !command.includes('weftwork-sandbox')) return [];
        return [readFileSync(`/proc/${name}/environ`, 'utf8')];
      } catch {
        return [];
      }
    });
    await running.catch(() => {});
    expect(environments.length).toBeGreaterThan(0);
    for (const environment of environments) expect(environment).toBe('');
  });
});
