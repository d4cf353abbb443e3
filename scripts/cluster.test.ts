import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['--workers', 'three'],
  ['--workers', '-1'],
  ['--servers', '0'],
  ['--servers', ''],
  ['--minutes', 'NaN'],
  ['--minutes', '1e9'],
])('starts no cluster with %s "%s"', (flag, value) => {
  const program = join(import.meta.dirname, 'cluster.mjs');
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, `${flag}=${value}`], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`${flag} takes a whole number`);
});
