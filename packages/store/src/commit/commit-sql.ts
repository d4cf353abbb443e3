/*
 * The general commit: one statement for the commits of many runs, made of the parts that the batch needs. It locks
 * the runs in id order, decides per run what stands (`alive`: facts; `admitted`: admissions too) from the locked row
 * and the clock, and writes. Everything is keyed by ids through primary keys; no status is tested in a WHERE that
 * could walk a partial index.
 */

import {
  ARTIFACT_COLUMNS,
  CHILD_COLUMNS,
  COMMIT_COLUMNS,
  type Columns,
  CREATE_COLUMNS,
  EFFECT_COLUMNS,
  GATE_COLUMNS,
  SNAPSHOT_COLUMNS,
  TIMER_COLUMNS,
  WITHDRAWN_COLUMNS,
} from './commit-columns';

/** What a batch holds beside events and run rows. Each combination is a statement of its own. */
export interface CommitParts {
  readonly creates: boolean;
  readonly effects: boolean;
  readonly timers: boolean;
  readonly snapshots: boolean;
  /** A run ends that may have left timers or open gates. */
  readonly endings: boolean;
  /** Gates, unknown outcomes, artifacts and children: the rare ones share one. */
  readonly rare: boolean;
}

export function partsKey(parts: CommitParts): string {
  return Object.values(parts)
    .map((present) => (present ? '1' : '0'))
    .join('');
}

/** The statement for these parts. Answers, per commit that found its run: ordinal, verdict, old and new heads, status. */
export function commitSql(parts: CommitParts): string {
  let parameter = 0;
  const source = (columns: Columns): string =>
    `unnest(${columns.map(([, type]) => `$${++parameter}::${type}[]`).join(', ')})`;
  const rows = (name: string, columns: Columns): string =>
    `${name} AS MATERIALIZED (SELECT * FROM ${source(columns)} AS ${name} (${columns.map(([column]) => column).join(', ')}))`;

  const commitColumns: Columns = parts.creates ? [...COMMIT_COLUMNS, ...CREATE_COLUMNS] : COMMIT_COLUMNS;
  const names = commitColumns.map(([column]) => column).join(', ');
  const ctes = [
    `commits AS MATERIALIZED (SELECT * FROM ${source(commitColumns)} WITH ORDINALITY AS commits (${names}, ordinal))`,
    LOCKED,
    ...(parts.creates ? [KEYED] : []),
    parts.creates ? `${DECIDED}\n${DECIDED_CREATES})` : `${DECIDED})`,
    OUTCOMES,
    LOGGED,
    parts.creates ? `${UPDATED} AND NOT outcomes.creates)` : `${UPDATED})`,
    ...(parts.creates ? [INSERTED] : []),
    VERDICTS,
    ...(parts.effects ? [rows('steps', EFFECT_COLUMNS), ...EFFECTS] : []),
    ...(parts.effects && parts.rare ? [ISSUES] : []),
    ...(parts.timers ? [rows('changed_timers', TIMER_COLUMNS), ...TIMERS] : []),
    ...(parts.snapshots ? [rows('states', SNAPSHOT_COLUMNS), SNAPSHOTS] : []),
    ...(parts.endings ? ENDINGS : []),
    ...(parts.rare
      ? [
          rows('new_gates', GATE_COLUMNS),
          rows('withdrawn', WITHDRAWN_COLUMNS),
          rows('new_artifacts', ARTIFACT_COLUMNS),
          rows('new_children', CHILD_COLUMNS),
          ...RARE,
        ]
      : []),
  ];
  return `WITH ${ctes.join(',\n')}\n${ANSWER}`;
}

const LOCKED = `
locked AS MATERIALIZED (
  SELECT commits.*, runs.seq, runs.wake_seq, runs.status, runs.workflow_key AS of_workflow, runs.epoch,
    runs.lease_until
  FROM commits JOIN runs ON runs.id = commits.id
  ORDER BY runs.id
  FOR UPDATE OF runs
)`;

const KEYED = `
keyed AS MATERIALIZED (
  INSERT INTO idempotency_keys (workspace_id, key, body_hash, run_id)
  SELECT workspace_id, key, body_hash, id FROM commits WHERE creates AND key IS NOT NULL
  ORDER BY workspace_id, key
  ON CONFLICT DO NOTHING
  RETURNING run_id
)`;

/** The clock is read after the lock is held. */
const DECIDED = `
decided AS MATERIALIZED (
  SELECT locked.*, epoch = claim_epoch AND coalesce(lease_until > clock_timestamp(), false) AS alive,
    status = expected::run_status AND (NOT quiet OR (seq = base_seq AND wake_seq = base_wake_seq)) AS admissible
  FROM locked`;

const DECIDED_CREATES = `  WHERE NOT creates
  UNION ALL
  SELECT commits.*, 0, 0, 'running', workflow_key, claim_epoch, NULL,
    key IS NULL OR id IN (SELECT run_id FROM keyed), expected = 'running'
  FROM commits WHERE creates`;

const OUTCOMES = `
outcomes AS MATERIALIZED (
  SELECT *,
    seq + fact_count + CASE WHEN admitted THEN admission_count ELSE 0 END AS new_seq,
    CASE WHEN admitted AND next_status IS NOT NULL THEN next_status::run_status ELSE status END AS new_status,
    admitted AND coalesce(next_status IN ('completed', 'failed', 'cancelled'), false) AS ended
  FROM (SELECT *, alive AND admissible AS admitted FROM decided) AS judged
)`;

/** What the other parts join with: narrow, since that join compares each with each. */
const VERDICTS = `
verdicts AS MATERIALIZED (SELECT id, alive, admitted, ended, new_seq, of_workflow FROM outcomes)`;

/** One row for both parts: the codec reads a row of several lines. */
const LOGGED = `
logged AS (
  INSERT INTO run_log (run_id, first_seq, last_seq, events)
  SELECT id, seq + 1, new_seq, CASE
      WHEN NOT admitted OR admission_count = 0 THEN facts
      WHEN fact_count = 0 THEN admissions
      ELSE facts || E'\\n' || admissions
    END
  FROM outcomes WHERE alive AND new_seq > seq
)`;

/** Parked only where no wake-up came since the walker looked: what it missed would else be slept over. */
const PHASE = `CASE
    WHEN ended THEN NULL
    WHEN admitted AND release
      THEN CASE WHEN next_wait IS NOT NULL AND outcomes.wake_seq = base_wake_seq THEN 'parked' ELSE 'ready' END
    ELSE 'leased'
  END::run_phase`;
const LEASE = `CASE WHEN NOT ended AND NOT (admitted AND release)
    THEN clock_timestamp() + lease_ms * interval '1 millisecond' END`;

const UPDATED = `
updated AS (
  UPDATE runs SET
    seq = new_seq,
    status = new_status,
    phase = ${PHASE},
    lease_until = ${LEASE},
    wait_reason = CASE WHEN admitted AND next_status IS NOT NULL THEN next_wait::wait_reason ELSE runs.wait_reason END,
    error = CASE WHEN admitted AND next_status IS NOT NULL THEN outcomes.error ELSE runs.error END,
    warnings = CASE WHEN admitted THEN coalesce(outcomes.warnings, runs.warnings) ELSE runs.warnings END,
    ended_at = CASE WHEN ended THEN clock_timestamp() END,
    active_ms = runs.active_ms + outcomes.active_ms
  FROM outcomes WHERE runs.id = outcomes.id AND alive`;

const INSERTED = `
inserted AS (
  INSERT INTO runs (id, created_at, started_at, ended_at, lease_until, workflow_key, version_key, status, phase,
    wait_reason, seq, epoch, active_ms, depth, priority, owner, created_by, input, settings, error, warnings,
    engine)
  SELECT id, now(), CASE WHEN new_status <> 'queued' THEN now() END, CASE WHEN ended THEN now() END,
    ${LEASE}, workflow_key, version_key, new_status, ${PHASE}, next_wait::wait_reason,
    new_seq, claim_epoch, active_ms, depth::smallint, priority::smallint, owner, created_by, input, settings, error,
    warnings, engine
  FROM outcomes WHERE alive AND creates
)`;

/** Joined once, and the effects then found by their whole key: a run may have many. */
const EFFECTS = [
  `
judged_steps AS MATERIALIZED (
  SELECT steps.*, alive, admitted FROM steps JOIN verdicts ON verdicts.id = steps.run_id
)`,
  `
intents AS (
  INSERT INTO effects (run_id, node_id, path, attempt, effect_class)
  SELECT run_id, node_id, path, attempt, effect_class::effect_class
  FROM judged_steps WHERE admitted AND becomes IS NULL
)`,
  `
answers AS MATERIALIZED (SELECT * FROM judged_steps WHERE alive AND becomes IS NOT NULL)`,
  `
answered AS (
  UPDATE effects SET state = becomes::effect_state
  FROM answers
  WHERE effects.run_id = answers.run_id AND effects.node_id = answers.node_id
    AND effects.path = answers.path AND effects.attempt = answers.attempt AND state = 'intent'
  RETURNING effects.run_id, effects.node_id, effects.path, effects.attempt, effects.state
)`,
];

const ISSUES = `
issues AS (
  INSERT INTO node_issues (run_id, node_id, path, attempt)
  SELECT run_id, node_id, path, attempt FROM answered WHERE state = 'unknown'
  ON CONFLICT DO NOTHING
)`;

const TIMERS = [
  `
judged_timers AS MATERIALIZED (
  SELECT changed_timers.*, alive, admitted, ended
  FROM changed_timers JOIN verdicts ON verdicts.id = changed_timers.run_id
)`,
  `
timers_set AS (
  INSERT INTO timers (run_id, key, kind, due_at)
  SELECT run_id, key, kind::timer_kind, clock_timestamp() + after_ms * interval '1 millisecond'
  FROM judged_timers WHERE admitted AND NOT ended AND kind IS NOT NULL
  ON CONFLICT (run_id, key) DO UPDATE SET kind = excluded.kind, due_at = excluded.due_at, fired = false
)`,
  `
cleared AS MATERIALIZED (
  SELECT run_id, key FROM judged_timers WHERE alive AND kind IS NULL AND NOT (set_anew AND admitted)
)`,
  `
timers_cleared AS (
  DELETE FROM timers USING cleared WHERE timers.run_id = cleared.run_id AND timers.key = cleared.key
)`,
];

const SNAPSHOTS = `
snapshots AS (
  INSERT INTO run_snapshots (run_id, seq, engine_version, state)
  SELECT run_id, new_seq, engine_version, state
  FROM states JOIN verdicts ON verdicts.id = states.run_id
  WHERE alive AND NOT ended
  ON CONFLICT (run_id) DO UPDATE
    SET seq = excluded.seq, engine_version = excluded.engine_version, state = excluded.state
)`;

/** `status::text`: a plain test would let the planner walk the index of all open gates. */
const ENDINGS = [
  `
ends AS MATERIALIZED (SELECT id FROM verdicts WHERE ended)`,
  `
timers_ended AS (
  DELETE FROM timers USING ends WHERE timers.run_id = ends.id
)`,
  `
gates_ended AS (
  UPDATE gates SET status = 'withdrawn', closed_at = clock_timestamp()
  FROM ends WHERE gates.run_id = ends.id AND gates.status::text = 'open'
)`,
];

const RARE = [
  `
gates_opened AS (
  INSERT INTO gates (run_id, step_id, workspace_id, node_id, path, attempt, mode, on_timeout, message, schema,
    assignee, signal_name, signal_key, deadline_at)
  SELECT run_id, step_id, workflows.workspace_id, node_id, path, attempt, mode::gate_mode, on_timeout::gate_timeout,
    message, schema, assignee, signal_name, signal_key,
    clock_timestamp() + deadline_seconds::float8 * interval '1 second'
  FROM new_gates JOIN verdicts ON verdicts.id = new_gates.run_id JOIN workflows ON workflows.key = of_workflow
  WHERE admitted AND NOT ended
)`,
  `
withdrawals AS MATERIALIZED (
  SELECT withdrawn.* FROM withdrawn JOIN verdicts ON verdicts.id = withdrawn.run_id WHERE alive AND NOT ended
)`,
  `
gates_withdrawn AS (
  UPDATE gates SET status = 'withdrawn', closed_at = clock_timestamp()
  FROM withdrawals
  WHERE gates.run_id = withdrawals.run_id AND gates.step_id = withdrawals.step_id AND gates.status::text = 'open'
)`,
  `
artifacts_made AS (
  INSERT INTO artifacts (id, run_id, node_id, path, attempt, name, mime_type, sha256, bytes)
  SELECT new_artifacts.id, run_id, node_id, path, attempt, name, mime_type, sha256, bytes::bigint
  FROM new_artifacts JOIN verdicts ON verdicts.id = new_artifacts.run_id
  WHERE alive AND (admitted OR NOT is_admission)
)`,
  `
children AS MATERIALIZED (
  SELECT new_children.* FROM new_children JOIN verdicts ON verdicts.id = new_children.run_id WHERE admitted
)`,
  `
children_made AS (
  INSERT INTO runs (id, created_at, workflow_key, version_key, status, phase, seq, epoch, depth, priority, created_by,
    input, settings, engine)
  SELECT child_id, now(), workflow_key, version_key, 'queued', 'ready', 1, 0, depth::smallint, priority::smallint,
    created_by, input, settings, engine
  FROM children
)`,
  `
children_linked AS (
  INSERT INTO run_children (child_run_id, parent_run_id, node_id, path, attempt)
  SELECT child_id, run_id, node_id, path, attempt FROM children
)`,
  `
children_logged AS (
  INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT child_id, 1, 1, queued FROM children
)`,
];

const ANSWER = `
SELECT ordinal::int4, CASE WHEN admitted THEN 2 WHEN alive THEN 1 ELSE 0 END, seq,
  CASE WHEN alive THEN new_seq ELSE seq END, wake_seq, CASE WHEN alive THEN new_status ELSE status END::text
FROM outcomes`;
