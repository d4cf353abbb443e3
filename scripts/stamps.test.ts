import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, since it runs before anything is installed
import { hashInputs, isFresh, stamped } from './lib/stamps.mjs';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/weftwork-test');
let dir: string;
let input: string;

beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  dir = mkdtempSync(join(cache, 'stamps-'));
  input = relative(root, dir);
  writeFileSync(join(dir, 'a.ts'), 'one');
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('stamps', () => {
  it('changes the hash with contents and names, not with tests or outputs', () => {
    // The ignored folder names apply below an input, so the input itself may stand in node_modules.
    const before = hashInputs([input]);
    writeFileSync(join(dir, 'a.test.ts'), 'test');
    mkdirSync(join(dir, 'dist'));
    writeFileSync(join(dir, 'dist/a.mjs'), 'built');
    expect(hashInputs([input])).toBe(before);
    writeFileSync(join(dir, 'b.ts'), '');
    const added = hashInputs([input]);
    expect(added).not.toBe(before);
    writeFileSync(join(dir, 'a.ts'), 'two');
    expect(hashInputs([input])).not.toBe(added);
  });

  it('is fresh only after work that finished, with the same inputs and all outputs', async () => {
    const name = relative(cache, dir);
    const output = join(input, 'out.txt');
    const make = () => writeFileSync(join(root, output), 'x');
    expect(isFresh(name, 'h1', [output])).toBe(false);
    await stamped(name, 'h1', make);
    expect(isFresh(name, 'h1', [output])).toBe(true);
    expect(isFresh(name, 'h2', [output])).toBe(false);
    await expect(stamped(name, 'h1', () => Promise.reject(new Error('interrupted')))).rejects.toThrow();
    expect(isFresh(name, 'h1', [output])).toBe(false);
    await stamped(name, 'h1', make);
    rmSync(join(root, output));
    expect(isFresh(name, 'h1', [output])).toBe(false);
    rmSync(join(root, `node_modules/.cache/weftwork/${name}.stamp`), { force: true });
  });
});
