import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

it('is the one place that uses what pages over plain HTTP lack', () => {
  const users = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /\bnavigator\s*\??\.\s*clipboard\b/.test(readFileSync(join(source, file), 'utf8')));
  expect(users).toEqual([join('ui', 'clipboard.ts')]);
});
