/** The last migration that was written before there were rules: its indexes keep writers out while they are built. */
const LAST_WITHOUT_RULES = '0007_parked_runs';

/** Tables that stay small whatever is run: an index on them is built in no time. */
const SMALL_TABLES = new Set([
  'workers',
  'run_limits',
  'run_slots',
  'workspaces',
  'sessions',
  'sign_in_links',
]);

const FORBIDDEN: readonly [RegExp, string][] = [
  [/\bDROP (TABLE|COLUMN|VIEW)\b/i, 'takes away what processes of the release before still use'],
  [/\bRENAME\b/i, 'renames what processes of the release before still use'],
  [/\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/i, 'writes the whole table anew while nobody may use it'],
  [/\bSET NOT NULL\b/i, 'reads the whole table while nobody may use it'],
  [
    /\bADD (COLUMN )?(IF NOT EXISTS )?\w+ [^,;]*\bDEFAULT (?!'|-?\d|true\b|false\b|NULL\b|ARRAY\[\])/i,
    'has a default that is no constant: it writes the whole table anew',
  ],
  [
    /\bADD (CONSTRAINT|CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)/i,
    'reads the whole table while nobody may use it: add it NOT VALID',
  ],
  [/^\s*(UPDATE|DELETE)\b/im, 'writes rows: processes do that a few at a time, when they meet them'],
];

/**
 * What is wrong with a migration that is applied while processes of the release before walk runs on tables of any size:
 * it may only add, and nothing it does may take long while it keeps others out. An index on a table that grows is the
 * one statement of a migration of its own, `CREATE INDEX CONCURRENTLY`.
 */
export function migrationProblems(name: string, text: string): readonly string[] {
  if (name <= LAST_WITHOUT_RULES) return [];
  const sql = text.replace(/--.*$/gm, '');
  const problems = FORBIDDEN.filter(([pattern]) => pattern.test(sql)).map(([, why]) => why);
  const made = new Set(
    [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table!),
  );
  const indexes = [
    ...sql.matchAll(/CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?\w+ ON (\w+)/gi),
  ];
  for (const [, besideWriters, table] of indexes) {
    if (besideWriters === undefined && !made.has(table!) && !SMALL_TABLES.has(table!))
      problems.push(
        `keeps writers of ${table} out while its index is built: make it CONCURRENTLY, in a migration of its own`,
      );
  }
  const statements = sql.split(';').filter((statement) => statement.trim() !== '').length;
  if (/\bCONCURRENTLY\b/i.test(sql) && statements > 1)
    problems.push('builds an index CONCURRENTLY beside other statements: it needs a migration of its own');
  return problems;
}
