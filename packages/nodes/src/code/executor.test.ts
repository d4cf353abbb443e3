import { createSandbox, type Sandbox } from '@weftwork/sandbox';
import { buildSandboxChild } from '@weftwork/sandbox/build-child';
import type { JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf } from '../../../../test/support/failure-of';
import { createFakeContext, type FakeContext } from '../shared/fake-context';
import { codeDefinition } from './definition';
import { createCodeExecutor } from './executor';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox({ childPath: await buildSandboxChild(), poolSize: 1 });
});
afterAll(() => sandbox.close());

function run(config: JsonObject, ctx: FakeContext = createFakeContext()) {
  return createCodeExecutor({ sandbox }).execute({ ...codeDefinition.defaults, ...config }, ctx);
}

it('gives what main returns', async () => {
  const source = 'const main = async ({ a, b }: Record<string, number>) => ({ sum: a + b });';
  const result = await run({ language: 'typescript', source, input: { a: 2, b: 3 } });
  expect(result.data).toEqual({ sum: 5 });
});

it.each([
  ['[1, 2]', [1, 2]],
  ['"text"', 'text'],
  ['undefined', null],
])('wraps %s as a value', async (expression, value) => {
  expect((await run({ source: `function main() { return ${expression}; }` })).data).toEqual({ value });
});

it('logs console lines, also of code that fails', async () => {
  const ctx = createFakeContext();
  await run({ source: 'function main() { console.log("a"); console.log("b"); }' }, ctx);
  await failureOf(run({ source: 'function main() { console.log("c"); throw new Error("no"); }' }, ctx));
  expect(ctx.logs).toEqual(['info: a\nb', 'info: c']);
});

it.each([
  ['function main() { throw new Error("no"); }', 'CODE_FAILED', [], '/config/source'],
  ['function main( {', 'CODE_SYNTAX', [], '/config/source'],
  ['for (;;);', 'NODE_TIMEOUT', ['timeout'], undefined],
])('reports %s as a failed attempt without effect', async (source, code, retryKinds, field) => {
  const error = await failureOf(run({ source }, createFakeContext({ timeoutMs: 100 })));
  expect(error).toMatchObject({ code, retryKinds, outcome: 'notSent' });
  expect(error.extra.field).toBe(field);
});

it('may try again when the sandbox itself is in trouble', async () => {
  const closed = createSandbox({ childPath: '/nowhere' });
  await closed.close();
  const executor = createCodeExecutor({ sandbox: closed });
  const config = { ...codeDefinition.defaults, source: 'function main() {}' };
  const error = await failureOf(executor.execute(config, createFakeContext()));
  expect(error).toMatchObject({ code: 'SANDBOX_FAILED', retryKinds: ['transient'] });
});
