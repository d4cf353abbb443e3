import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { safeParseGraph } from '@weftwork/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./new-node.mjs', import.meta.url));
let root: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weftwork-new-node-'));
  env = { ...process.env, WEFTWORK_NEW_NODE_ROOT: root };
});
afterEach(() => rmSync(root, { recursive: true }));

describe('new-node', () => {
  it.each([
    ['executor', 'executor'],
    ['pure', 'evaluator'],
  ])('makes the folder of a node type that is %s, and a sample', (kind, part) => {
    execFileSync('node', [script, 'send_mail', kind], { env });
    const folder = join(root, 'packages/nodes/src/send-mail');
    expect(readdirSync(folder).sort()).toEqual(
      ['README.md', 'definition.ts', `${part}.test.ts`, `${part}.ts`].sort(),
    );
    const { graph } = JSON.parse(readFileSync(join(root, 'samples/nodes/send_mail.json'), 'utf8'));
    const parsed = safeParseGraph(graph);
    // All that is wrong is that the schema does not know the type yet.
    expect(parsed.ok ? [] : parsed.issues.map(({ code }) => code)).toEqual(['UNKNOWN_NODE_TYPE']);
  });

  it('leaves a folder that is there as it is', () => {
    execFileSync('node', [script, 'send_mail'], { env });
    expect(spawnSync('node', [script, 'send_mail'], { env }).status).toBe(1);
  });

  it.each(['', 'Send', '../up', 'a__b'])('refuses the type %j', (type) => {
    expect(spawnSync('node', [script, type], { env }).status).toBe(2);
  });
});
