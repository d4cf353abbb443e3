import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSandboxChild } from './build-child';
import { processTitle } from './process-title';
import { createSandbox, type Sandbox } from './sandbox';

const RUN = '01900000-0000-7000-8000-000000000001';
const ROOT = '01900000-0000-7000-8000-000000000000';

describe('the title of a sandbox process', () => {
  it.each([
    ['count', 'node=count'],
    ['读取', 'node=__-'],
    ['a b/c', 'node=a_b_c-'],
    ['n'.repeat(64), `node=${'n'.repeat(31)}-`],
  ])('names the node %s so that every system can show it', (node, expected) => {
    const title = processTitle({ runId: RUN, rootRunId: ROOT, node });
    expect(title).toContain(`run-id=${RUN} root-run-id=${ROOT} ${expected}`);
    expect(title).toMatch(/^[\w= -]+$/);
    expect(title.length).toBeLessThan(165);
  });

  it('differs for nodes that would look the same', () => {
    const of = (node: string) => processTitle({ runId: RUN, rootRunId: ROOT, node });
    expect(of('甲乙')).not.toBe(of('丙丁'));
  });
});

describe.skipIf(process.platform !== 'linux')('a sandbox process', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = createSandbox({ childPath: await buildSandboxChild(), poolSize: 1 });
  });
  afterAll(() => sandbox.close());

  /** What the children of this process call themselves. */
  function titles(): string[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        if (Number(parent) !== process.pid) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', '').trim()];
      } catch {
        return [];
      }
    });
  }

  it('says for which run and node it works, and stops saying so when it is done', async () => {
    const job = { language: 'javascript', input: {}, memoryMiB: 64, timeoutMs: 5_000 } as const;
    const labels = { runId: RUN, rootRunId: ROOT, node: 'count' };
    const stop = new AbortController();
    const busy = sandbox.run({
      ...job,
      source: 'function main() { for (;;); }',
      labels,
      signal: stop.signal,
    });
    busy.catch(() => {});
    await expect.poll(titles).toContainEqual(processTitle(labels));
    stop.abort(new Error('seen'));
    await expect(busy).rejects.toThrow('seen');
    await sandbox.run({ ...job, source: 'function main() { return 1; }', labels });
    expect(titles().filter((title) => title.includes('run-id='))).toEqual([]);
  });
});
