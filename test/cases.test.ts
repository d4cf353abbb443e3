import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const page = 'docs/cases.md';
const rows = [...readFileSync(page, 'utf8').matchAll(/^\| ((?:B|R|SEC)\d+) \| .* \| (.*) \|$/gm)].map(
  ([, id, links]) => ({
    id: id!,
    files: [...links!.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => join(dirname(page), link!)),
  }),
);

it.each(rows)('the case $id stands in the tests that the page of cases names', ({ id, files }) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(file, 'utf8'), file).toMatch(new RegExp(`\\b${id}\\b`));
});
