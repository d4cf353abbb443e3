/**
 * What keeps a run whole, each thing taken away by itself. An edit names the file, the text it changes and how often
 * that stands there, so that code which moved away is noticed and not tested in vain.
 */
const COMMIT_SQL = 'packages/store/src/commit/commit-sql.ts';
const FACTS = 'packages/store/src/facts.ts';
const SWEEPER = 'packages/runtime/src/sweeper.ts';
const MIGRATION = 'prisma/migrations/0001_init/migration.sql';

const inCommit = (find, replace) => [{ file: COMMIT_SQL, find, replace }];

const ALIVE = 'epoch = claim_epoch AND coalesce(lease_until > clock_timestamp(), false) AS alive';
const ADMITTED = 'FROM judged_steps WHERE admitted AND becomes IS NULL\n';
const epoch = inCommit('SELECT locked.*, epoch = claim_epoch AND coalesce(', 'SELECT locked.*, coalesce(');
const lease = inCommit(ALIVE, 'epoch = claim_epoch AND lease_until IS NOT NULL AS alive');
const intents = inCommit(ADMITTED, `${ADMITTED}  ON CONFLICT DO NOTHING\n`);
const wakeGuard = inCommit(
  "next_wait IS NOT NULL AND outcomes.wake_seq = base_wake_seq THEN 'parked'",
  "next_wait IS NOT NULL THEN 'parked'",
);
const quiet = inCommit(
  '(NOT quiet OR (seq = base_seq AND wake_seq = base_wake_seq)) AS admissible',
  '(quiet OR NOT quiet) AS admissible',
);

const STORE = 'packages/store/src/postgres-store.test.ts';
const OUTAGES = 'packages/store/src/outages.test.ts';

/** `tests`: files, and titles in them that must fail (each a part of a title). */
export const MUTANTS = [
  {
    name: 'no epoch check',
    edits: epoch,
    tests: { [STORE]: ['writes nothing with an old epoch'] },
  },
  {
    name: 'no intent check',
    edits: intents,
    tests: { [STORE]: ['fails the guilty commit alone'] },
  },
  {
    name: 'no compare-and-set on gates',
    edits: [
      {
        file: FACTS,
        find: "if (gate.rows[0].status !== 'open' || status === 'cancel_requested')",
        replace: "if (status === 'cancel_requested')",
      },
    ],
    tests: { [STORE]: ['decides a gate once of twenty answers at the same time'] },
  },
  {
    name: 'no compare-and-set on deadlines',
    edits: [
      {
        file: 'packages/store/src/timers.ts',
        find: "AND gates.status::text = 'open' AND deadline_at <= clock_timestamp()",
        replace: 'AND deadline_at <= clock_timestamp()',
      },
    ],
    tests: { [STORE]: ['expires the gates of many runs at once, each once'] },
  },
  {
    name: 'no wake guard',
    edits: wakeGuard,
    tests: { [STORE]: ['does not lose a wake-up that comes between looking and letting go'] },
  },
  {
    name: 'seq from a sequence',
    edits: [
      {
        file: MIGRATION,
        find: 'CREATE TABLE effects (',
        replace: 'CREATE SEQUENCE event_numbers START 1000;\n\nCREATE TABLE effects (',
      },
      {
        file: COMMIT_SQL,
        find: 'SELECT commits.*, runs.seq, runs.wake_seq',
        replace: "SELECT commits.*, greatest(runs.seq, nextval('event_numbers')::int4) AS seq, runs.wake_seq",
      },
    ],
    tests: { [STORE]: ['tells where facts were put when others wrote before'] },
  },
  {
    name: 'jobId = runId',
    edits: [
      {
        file: 'packages/queue-bullmq/src/bullmq-queue.ts',
        find: 'opts: { jobId: `${process}-${++jobs}` },',
        replace: 'opts: { jobId: runId },',
      },
    ],
    tests: {
      'packages/queue-bullmq/src/bullmq-queue.test.ts': [
        'tells of a run again although a worker died with an earlier wake-up of it in hand',
      ],
    },
  },
  {
    name: 'waking by notification only',
    edits: [
      { file: SWEEPER, find: 'if (round || (timers && timers.woken > 0)) this.parts.claim();', replace: '' },
    ],
    tests: {
      'test/unheard-hints.test.ts': ['a run that nobody was told of is found in the store'],
    },
  },
  {
    name: 'now() for clock_timestamp()',
    edits: [{ file: COMMIT_SQL, find: 'clock_timestamp()', replace: 'now()', times: 'all' }],
    tests: { [OUTAGES]: ['judges a lease by the clock at the moment it holds the row'] },
  },
  {
    name: 'no epoch check and no intent check',
    edits: [...epoch, ...intents],
    tests: { 'test/takeover.test.ts': ['R10 a process whose lease was taken makes no further call'] },
  },
  {
    name: 'no epoch check and no lease check',
    edits: inCommit(ALIVE, 'lease_until IS NOT NULL AS alive'),
    tests: { [STORE]: ['loses the old owner and lets the new one write after a takeover'] },
  },
  {
    name: 'no lease check',
    edits: lease,
    tests: { [STORE]: ['writes nothing with an expired lease'] },
  },
  {
    name: 'no wake guard and no demand for quiet',
    edits: [...wakeGuard, ...quiet],
    tests: { [STORE]: ['refuses a wait that overlooks a fact, or hands the run out again'] },
  },
];
