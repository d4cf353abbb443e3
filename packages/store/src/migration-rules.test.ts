import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationProblems } from './migration-rules';

const folder = join(import.meta.dirname, '../../../prisma/migrations');
const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it.each(names.map(({ name }) => name))('%s can be applied under processes that walk runs', (name) => {
  expect(migrationProblems(name, readFileSync(join(folder, name, 'migration.sql'), 'utf8'))).toEqual([]);
});

it.each([
  ["ALTER TABLE runs ADD COLUMN kind text NOT NULL DEFAULT '1';", undefined],
  ['ALTER TABLE runs ADD COLUMN kind text;\n-- DROP TABLE runs', undefined],
  [
    'CREATE TABLE a (id uuid PRIMARY KEY, at timestamptz DEFAULT now()); CREATE INDEX a_x ON a (id);',
    undefined,
  ],
  ['CREATE INDEX slots ON run_slots (run_id);', undefined],
  ["-- For claims.\nCREATE INDEX CONCURRENTLY runs_x ON runs (id) WHERE phase = 'ready';\n", undefined],
  ['CREATE INDEX runs_x ON runs (id);', 'keeps writers of runs out'],
  ['CREATE UNIQUE INDEX runs_x ON runs (id);', 'keeps writers of runs out'],
  [
    'CREATE INDEX CONCURRENTLY a ON runs (id); CREATE INDEX CONCURRENTLY b ON runs (id);',
    'migration of its own',
  ],
  ['ALTER TABLE runs ADD COLUMN at timestamptz DEFAULT clock_timestamp();', 'no constant'],
  ['ALTER TABLE runs ALTER COLUMN priority TYPE integer;', 'anew'],
  ['ALTER TABLE runs ALTER COLUMN engine SET NOT NULL;', 'reads the whole table'],
  ['ALTER TABLE runs ADD CONSTRAINT positive CHECK (priority > 0);', 'NOT VALID'],
  ['ALTER TABLE runs ADD CONSTRAINT positive CHECK (priority > 0) NOT VALID;', undefined],
  ['ALTER TABLE runs DROP COLUMN engine;', 'release before'],
  ['ALTER TABLE runs RENAME COLUMN engine TO motor;', 'release before'],
  ["UPDATE runs SET engine = '2';", 'a few at a time'],
])('judges %j', (sql, problem) => {
  const problems = migrationProblems('0008_next', sql);
  if (problem === undefined) expect(problems).toEqual([]);
  else expect(problems).toEqual([expect.stringContaining(problem)]);
});
