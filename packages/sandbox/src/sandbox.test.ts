import { readdirSync, readFileSync } from 'node:fs';
import type { CodedError, JsonValue } from '@weftwork/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/support/failure-of';
import { buildSandboxChild } from './build-child';
import { createSandbox, type Sandbox, type SandboxRun } from './sandbox';

let childPath: string;
let sandbox: Sandbox;

beforeAll(async () => {
  childPath = await buildSandboxChild();
  sandbox = createSandbox({ childPath, poolSize: 2 });
});
afterAll(() => sandbox.close());

function run(source: string, options: Partial<SandboxRun> = {}) {
  return sandbox.run({
    language: 'javascript',
    source,
    input: {},
    memoryMiB: 64,
    timeoutMs: 5000,
    ...options,
  });
}

/** Processes of ours, by state; a zombie is `Z`. */
function children(): { pid: number; state: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ppid) === process.pid ? [{ pid: Number(name), state: state! }] : [];
    } catch {
      return []; // ended while we looked
    }
  });
}

describe('what comes back', () => {
  const values: [string, JsonValue][] = [
    ['({ sum: input.a + input.b, text: "专题 é 😀" })', { sum: 5, text: '专题 é 😀' }],
    ['[1, "a", null, true, [2.5]]', [1, 'a', null, true, [2.5]]],
    ['42', 42],
    ['undefined', null],
    ['({ keep: 1, drop: undefined, list: [undefined] })', { keep: 1, list: [null] }],
    ['({ nested: { deep: [{ x: -0 }] } })', { nested: { deep: [{ x: 0 }] } }],
    ['new Proxy({ a: 1 }, {})', { a: 1 }],
    ['Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    ['(() => { const one = { x: 1 }; return [one, one]; })()', [{ x: 1 }, { x: 1 }]],
  ];
  it.each(values)('returns %s', async (expression, expected) => {
    const source = `function main(input) { return ${expression}; }`;
    expect((await run(source, { input: { a: 2, b: 3 } })).value).toEqual(expected);
  });

  it('awaits an async main and finds one that is a constant', async () => {
    const source =
      'const main = async ({ n }) => { await null; return { n: await Promise.resolve(n * 2) }; };';
    expect((await run(source, { input: { n: 4 } })).value).toEqual({ n: 8 });
  });

  const refused: [string, string][] = [
    ['({ a: [1n] })', 'The value at /a/0 is a BigInt'],
    ['({ f() {} })', 'The value at /f is a function'],
    ['Symbol("x")', 'The value at the top is a symbol'],
    ['({ a: { b: 0 / 0 } })', 'The value at /a/b is NaN'],
    ['[Infinity]', 'The value at /0 is Infinity'],
    ['(() => { const o = {}; o.self = o; return o; })()', 'The value at /self contains itself'],
    ['JSON.parse(`{"x":{"__proto__":1}}`)', 'The value at /x has the key __proto__'],
    ['new Map()', 'The value at the top is a Map; return Object.fromEntries(map)'],
    ['({ p: Promise.resolve(1) })', 'The value at /p is a promise; await it first'],
  ];
  it.each(refused)('refuses %s', async (expression, message) => {
    const error = await failureOf(run(`function main() { return ${expression}; }`));
    expect(error.code).toBe('CODE_FAILED');
    expect(error.message).toContain(message);
  });

  it('collects console lines, bounded in number and size', async () => {
    const few = await run(
      'function main() { console.log("n", 1, { a: [2] }); console.error(new TypeError("x")); }',
    );
    expect(few.logs).toEqual(['n 1 {"a":[2]}', 'TypeError: x']);
    const many = await run('function main() { for (let i = 0; i < 1e6; i++) console.log("line " + i); }');
    expect(many.logs).toHaveLength(1001);
    expect(many.logs.at(-1)).toBe('… 999000 more lines were dropped');
    const wide = await run('function main() { console.log("x".repeat(1e6)); console.log("y"); }');
    expect(wide.logs.join('').length).toBeLessThan(257 * 1024);
  });

  it('keeps nothing from one run to the next', async () => {
    const source =
      'globalThis.seen = (globalThis.seen ?? 0) + 1; Array.prototype.x = 1; function main() { return seen; }';
    for (let i = 0; i < 3; i += 1) expect((await run(source)).value).toBe(1);
  });
});

describe('typescript', () => {
  it('runs with its types taken away', async () => {
    const source = [
      'interface Input { n: number }',
      'enum Size { Small = 1, Big = 10 }',
      'async function main(input: Input): Promise<{ n: number }> {',
      '  return { n: (input.n as number) * Size.Big } satisfies { n: number };',
      '}',
    ].join('\n');
    expect((await run(source, { language: 'typescript', input: { n: 3 } })).value).toEqual({ n: 30 });
  });

  it('tells the line of the source as it was written', async () => {
    const source = 'interface A {\n  x: number;\n}\n\nfunction main(): never {\n  throw new Error("no");\n}';
    const error = await failureOf(run(source, { language: 'typescript' }));
    expect(error).toMatchObject({ code: 'CODE_FAILED', message: 'Error: no (line 6)', extra: { line: 6 } });
  });

  it('tells the line of a syntax error', async () => {
    const error = await failureOf(run('type A = {};\nfunction main( {', { language: 'typescript' }));
    expect(error.code).toBe('CODE_SYNTAX');
    expect(error.message).toContain('(line 2)');
  });

  it('bears nesting that overflows the compiler, and compiles the next source', async () => {
    const error = await failureOf(run('!'.repeat(2_000_000), { language: 'typescript' }));
    expect(error).toMatchObject({ code: 'CODE_SYNTAX', message: 'The source is over 128 KiB.' });
    const nested = `${'!'.repeat(120_000)}1; function main() { return 1; }`;
    await run(nested, { language: 'typescript' }).catch((reason: CodedError) => reason.code);
    expect((await run('function main(): number { return 1 }', { language: 'typescript' })).value).toBe(1);
  });
});

describe('failures', () => {
  const cases: [string, string, string, string | RegExp][] = [
    ['a syntax error', 'let a = 1;\nlet b = ;', 'CODE_SYNTAX', /^SyntaxError: .*\(line 2\)$/],
    ['no main', 'const other = 1;', 'CODE_SYNTAX', 'The source defines no function main(input).'],
    ['an error thrown', 'function main() {\n  null.x;\n}', 'CODE_FAILED', /^TypeError: .*\(line 2\)$/],
    ['an error at the top level', 'throw new RangeError("top")', 'CODE_FAILED', 'RangeError: top (line 1)'],
    [
      'a rejected promise',
      'async function main() { throw new Error("later"); }',
      'CODE_FAILED',
      'Error: later (line 1)',
    ],
    ['a thrown object', 'function main() { throw { a: 1 }; }', 'CODE_FAILED', 'main threw {"a":1}'],
    ['a hostile error', 'function main() { throw { toJSON() { throw 1 } }; }', 'CODE_FAILED', /^main threw/],
    ['fetch', 'function main() { return fetch("x"); }', 'CODE_FAILED', /code has no network.*\(line 1\)$/],
    [
      'endless recursion',
      'function main() { return main(); }',
      'CODE_FAILED',
      'InternalError: stack overflow',
    ],
    [
      'an array in itself as text',
      'function main() { const a = []; a[0] = a; return String(a); }',
      'CODE_FAILED',
      'InternalError: stack overflow',
    ],
    [
      'nesting beyond every stack',
      'function main() { return JSON.parse("[".repeat(2e5)); }',
      'CODE_FAILED',
      'InternalError: stack overflow',
    ],
    [
      'a promise that never settles',
      'function main() { return new Promise(() => {}); }',
      'CODE_FAILED',
      /never settles/,
    ],
    ['a 4 GB array', 'function main() { return new Uint8Array(4e9).length; }', 'CODE_FAILED', /RangeError/],
    [
      'a list that grows for ever',
      'function main() { const a = []; for (;;) a.push("x".repeat(1e5) + a.length); }',
      'CODE_MEMORY',
      /64 MiB/,
    ],
    [
      'a global that eats all memory',
      'globalThis.a = []; function main() { for (;;) a.push([1, 2, 3]); }',
      'CODE_MEMORY',
      /64 MiB/,
    ],
    [
      'text that doubles for ever',
      'function main() { let s = "x"; for (;;) s += s; }',
      'CODE_MEMORY',
      /64 MiB/,
    ],
    ['too much output', 'function main() { return "é".repeat(6e6); }', 'CODE_OUTPUT_TOO_LARGE', /10 MiB/],
  ];
  it.each(cases)('reports %s', async (_name, source, code, message) => {
    const error = await failureOf(run(source));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
  });

  it('keeps the lines logged before a failure', async () => {
    const error = await failureOf(run('function main() { console.log("before"); throw new Error("x"); }'));
    expect(error.extra.logs).toEqual(['before']);
  });

  it('refuses a memory cap that cannot be kept and an input that is too large', async () => {
    const source = 'function main() {}';
    expect((await failureOf(run(source, { memoryMiB: 4 }))).code).toBe('CODE_MEMORY');
    expect((await failureOf(run(source, { input: 'x'.repeat(11e6) }))).code).toBe('VALUE_TOO_LARGE');
  });
});

describe('no clock, no randomness (S-05)', () => {
  it.each(['Date', 'new Date()', 'Date.now()', 'Math.random()', 'performance.now()', 'crypto.randomUUID()'])(
    '%s throws a clear error',
    async (expression) => {
      const error = await failureOf(run(`function main() { return ${expression}; }`));
      expect(error.code).toBe('CODE_FAILED');
      expect(error.message).toMatch(/is not available in code: the same input must give the same output/);
    },
  );
});

describe('time and processes (S-06)', () => {
  const endless: [string, string][] = [
    ['while(1)', 'function main() { console.log("in"); while (1); }'],
    ['a promise chain', 'async function main() { for (;;) await null; }'],
    ['a loop at the top level', 'for (;;);'],
    ['a getter in the result', 'function main() { return { get a() { for (;;); } }; }'],
    ['a catch that swallows', 'function main() { for (;;) { try { for (;;); } catch {} } }'],
    [
      'a busy built-in',
      'function main() { const a = new Uint8Array(3e7); for (;;) { a.fill(1); a.sort(); } }',
    ],
    ['a backtracking pattern', 'function main() { return /^(a+)+$/.test("a".repeat(60) + "b"); }'],
  ];
  it.each(endless)('ends %s at the limit', async (_name, source) => {
    const startedAt = performance.now();
    expect((await failureOf(run(source, { timeoutMs: 150 }))).code).toBe('NODE_TIMEOUT');
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('counts no time before the code starts, so that a short limit is still the code’s own', async () => {
    expect((await failureOf(run('for (;;);', { timeoutMs: 1 }))).code).toBe('NODE_TIMEOUT');
  });

  it('goes on with other runs beside and after one that hangs', async () => {
    const hanging = failureOf(run('function main() { for (;;); }', { timeoutMs: 400 }));
    const others = await Promise.all(
      [1, 2, 3, 4].map((n) => run('function main({ n }) { return n; }', { input: { n } })),
    );
    expect(others.map((result) => result.value)).toEqual([1, 2, 3, 4]);
    expect((await hanging).code).toBe('NODE_TIMEOUT');
  });

  it('stops at once when it is aborted, also while it waits for a place', async () => {
    const own = createSandbox({ childPath, poolSize: 1 });
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const endlessRun = {
      language: 'javascript',
      source: 'for (;;);',
      input: {},
      memoryMiB: 64,
      timeoutMs: 60_000,
    } as const;
    const running = own.run({ ...endlessRun, signal: abort.signal });
    const queued = own.run({ ...endlessRun, signal: abort.signal });
    setTimeout(() => abort.abort(reason), 150);
    expect(await Promise.allSettled([running, queued])).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    const after = await own.run({ ...endlessRun, source: 'function main() { return 1; }' });
    expect(after.value).toBe(1);
    await own.close();
  });

  it('leaves no process and no zombie behind', async () => {
    const before = new Set(children().map((child) => child.pid));
    const own = createSandbox({ childPath, poolSize: 3 });
    const runs = ['for (;;);', 'function main() { return 1; }', 'globalThis.a=[]; for (;;) a.push([1])'];
    await Promise.allSettled(
      [...runs, ...runs].map((source) =>
        own.run({ language: 'javascript', source, input: {}, memoryMiB: 32, timeoutMs: 200 }),
      ),
    );
    expect(children().filter((child) => child.state === 'Z')).toEqual([]);
    await own.close();
    expect(children().filter((child) => !before.has(child.pid))).toEqual([]);
  });

  it('reports a child that cannot start, and a process that dies, as trouble of the host', async () => {
    const broken = createSandbox({ childPath: '/nowhere/child.mjs', poolSize: 1 });
    const job = {
      language: 'javascript',
      source: 'for (;;);',
      input: {},
      memoryMiB: 64,
      timeoutMs: 10_000,
    } as const;
    const error = await failureOf(broken.run(job));
    expect(error).toMatchObject({ code: 'SANDBOX_FAILED', kind: 'transient' });
    await broken.close();

    const before = new Set(children().map((child) => child.pid));
    const own = createSandbox({ childPath, poolSize: 1 });
    const dying = failureOf(own.run(job));
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const child of children()) if (!before.has(child.pid)) process.kill(child.pid, 'SIGKILL');
    expect((await dying).code).toBe('SANDBOX_FAILED');
    expect((await own.run({ ...job, source: 'function main() { return 2; }' })).value).toBe(2);
    await own.close();
  });

  it('refuses runs once it is closed', async () => {
    const own = createSandbox({ childPath });
    await own.close();
    const job = { language: 'javascript', source: '', input: {}, memoryMiB: 64, timeoutMs: 1000 } as const;
    expect((await failureOf(own.run(job))).code).toBe('SANDBOX_FAILED');
  });
});
