import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCE = /\.(?:ts|tsx|mts|js|mjs|cjs|jsx)$/;
const GENERATES_CODE =
  /(?<![\w.$'"])eval\s*\(|\bnew\s+(?:Async|Generator)?Function\b|(?<![\w.$])Function\s*\(|(?:from|import|require)\s*\(?\s*['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\s*\(\s*['"`]|\.constructor\s*\(\s*['"`]/;

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:node_modules|dist|\.next|generated)$/.test(entry.name) ? [] : sourcesUnder(path);
    return SOURCE.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Comments may speak of it. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

it('SEC03: no source of ours generates code from text', () => {
  const sources = ['packages', 'apps'].flatMap((part) => sourcesUnder(join(ROOT, part)));
  expect(sources.length).toBeGreaterThan(20);
  const guilty = sources.filter((path) => GENERATES_CODE.test(withoutComments(readFileSync(path, 'utf8'))));
  expect(guilty.map((path) => relative(ROOT, path))).toEqual([]);
});

it.each([
  'eval("1")',
  'new Function("x")',
  'Function ("x")()',
  "import vm from 'node:vm'",
  "require('vm')",
  'setTimeout("x", 1)',
  'a.constructor("x")',
])('the scan recognises %s', (source) => {
  expect(GENERATES_CODE.test(source)).toBe(true);
});
