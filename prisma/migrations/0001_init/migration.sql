-- The tables of Weftwork. Written by hand: partial indexes, storage settings, triggers and views are not Prisma's.
-- schema.prisma describes the same tables for the client; a test compares the two.

CREATE TYPE run_status AS ENUM
  ('queued', 'running', 'awaiting_input', 'cancel_requested', 'completed', 'failed', 'cancelled');
CREATE TYPE run_phase AS ENUM ('ready', 'leased', 'parked');
CREATE TYPE wait_reason AS ENUM ('approval', 'input', 'reconcile', 'signal', 'child', 'timer');
CREATE TYPE effect_class AS ENUM ('replayable', 'keyed', 'atMostOnce');
CREATE TYPE effect_state AS ENUM ('intent', 'responded', 'unknown', 'settled');
CREATE TYPE gate_mode AS ENUM ('approval', 'form', 'signal');
CREATE TYPE gate_status AS ENUM ('open', 'decided', 'expired', 'withdrawn');
CREATE TYPE gate_timeout AS ENUM ('autoReject', 'autoApprove');
CREATE TYPE timer_kind AS ENUM ('retry', 'limit');

-- Definitions -----------------------------------------------------------------------------------------------------

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO workspaces (id, name) VALUES ('local', 'Local');

-- `key` is what other rows store: 4 bytes instead of a workspace and an id of up to 64 letters.
CREATE TABLE workflows (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  id text NOT NULL,
  name text NOT NULL,
  draft_graph text NOT NULL,
  draft_layout text NOT NULL,
  draft_revision integer NOT NULL DEFAULT 1,
  published_version integer,
  published_hash char(64),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  archived_at timestamptz
);
CREATE UNIQUE INDEX workflows_id ON workflows (workspace_id, id);

-- `version` is null for an unlisted test version frozen from a draft. `canonical` is text: jsonb would reorder it.
CREATE TABLE workflow_versions (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  workflow_key integer NOT NULL REFERENCES workflows (key),
  version integer,
  graph_hash char(64) NOT NULL,
  canonical text NOT NULL,
  layout text NOT NULL,
  settings text NOT NULL,
  clamps text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  published_by text NOT NULL
);
CREATE UNIQUE INDEX workflow_versions_id ON workflow_versions (id);
CREATE UNIQUE INDEX workflow_versions_number ON workflow_versions (workflow_key, version);
CREATE UNIQUE INDEX workflow_versions_test ON workflow_versions (workflow_key, graph_hash) WHERE version IS NULL;

CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A version of a workflow is immutable' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER workflow_versions_immutable BEFORE UPDATE OR DELETE ON workflow_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_version_change();

-- Runs ------------------------------------------------------------------------------------------------------------

-- The hottest table. A run that is born terminal touches the primary key and one other index; `phase` is null then,
-- so it stands in no partial one. What renews a lease is in no index, so that those updates stay on their page.
-- No foreign keys: each would lock a row of its target per run. `id` is ordered by time (UUID version 7).
CREATE TABLE runs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  lease_until timestamptz,
  workflow_key integer NOT NULL,
  version_key integer NOT NULL,
  status run_status NOT NULL,
  phase run_phase,
  wait_reason wait_reason,
  seq integer NOT NULL,
  wake_seq integer NOT NULL DEFAULT 0,
  epoch integer NOT NULL,
  active_ms integer NOT NULL DEFAULT 0,
  depth smallint NOT NULL DEFAULT 0,
  owner text,
  created_by text NOT NULL,
  input text NOT NULL,
  -- Null when they are those of the version.
  settings text,
  error text,
  warnings text
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX runs_workflow ON runs (workflow_key, id);
CREATE INDEX runs_open ON runs (phase, id) WHERE phase IS NOT NULL;
CREATE INDEX runs_unsuccessful ON runs (id) WHERE status IN ('failed', 'cancelled');

-- The same table as RUN_TRANSITIONS in packages/schema; a test compares every pair.
CREATE FUNCTION run_transition_allowed(previous run_status, next run_status) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE previous
    WHEN 'queued' THEN next IN ('running', 'cancel_requested', 'failed')
    WHEN 'running' THEN next IN ('awaiting_input', 'completed', 'failed', 'cancel_requested')
    WHEN 'awaiting_input' THEN next IN ('running', 'cancel_requested', 'failed')
    WHEN 'cancel_requested' THEN next = 'cancelled'
    ELSE false
  END
$$;

CREATE FUNCTION refuse_run_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A run that is % cannot become %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER runs_transition BEFORE UPDATE OF status ON runs FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT run_transition_allowed(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_run_transition();

-- One row per flush; `events` in the text of the codec in packages/schema. MAIN with a low target: what is long enough
-- to be compressed is compressed, but stays in its row up to 8 KB instead of going to the TOAST table.
CREATE TABLE run_log (
  run_id uuid NOT NULL,
  first_seq integer NOT NULL,
  last_seq integer NOT NULL,
  events text NOT NULL,
  PRIMARY KEY (run_id, first_seq)
) WITH (toast_tuple_target = 128, autovacuum_vacuum_insert_scale_factor = 0.2);
ALTER TABLE run_log ALTER COLUMN events SET STORAGE MAIN;

-- A cache of the folded state, beside the run so that its row stays small.
CREATE TABLE run_snapshots (
  run_id uuid PRIMARY KEY,
  seq integer NOT NULL,
  engine_version text NOT NULL,
  state text NOT NULL
);

CREATE TABLE idempotency_keys (
  workspace_id text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  run_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, key)
);

CREATE TABLE run_children (
  child_run_id uuid PRIMARY KEY,
  parent_run_id uuid NOT NULL,
  node_id text NOT NULL,
  path text NOT NULL DEFAULT '',
  attempt integer NOT NULL,
  parent_told boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX run_children_parent ON run_children (parent_run_id, node_id, path, attempt);
CREATE INDEX run_children_untold ON run_children (child_run_id) WHERE NOT parent_told;

-- The primary key is the second fence: one intent per node run and attempt. `state` is in no index, so that an
-- update stays on its page; what people look for stands in node_issues.
CREATE TABLE effects (
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  path text NOT NULL DEFAULT '',
  attempt integer NOT NULL,
  recoveries integer NOT NULL DEFAULT 0,
  effect_class effect_class NOT NULL,
  state effect_state NOT NULL DEFAULT 'intent',
  PRIMARY KEY (run_id, node_id, path, attempt)
) WITH (fillfactor = 80);

CREATE TABLE node_issues (
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  path text NOT NULL DEFAULT '',
  attempt integer NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  PRIMARY KEY (run_id, node_id, path, attempt)
);
CREATE INDEX node_issues_open ON node_issues (opened_at) WHERE settled_at IS NULL;

CREATE TABLE gates (
  run_id uuid NOT NULL,
  step_id text NOT NULL,
  workspace_id text NOT NULL,
  node_id text NOT NULL,
  path text NOT NULL DEFAULT '',
  attempt integer NOT NULL,
  mode gate_mode NOT NULL,
  status gate_status NOT NULL DEFAULT 'open',
  on_timeout gate_timeout NOT NULL,
  message text NOT NULL,
  schema text,
  assignee text,
  signal_name text,
  signal_key text,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deadline_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  PRIMARY KEY (run_id, step_id)
);
CREATE INDEX gates_inbox ON gates (workspace_id, opened_at) WHERE status = 'open';
CREATE INDEX gates_deadline ON gates (deadline_at) WHERE status = 'open' AND deadline_at IS NOT NULL;

-- `fired` when its run was woken: the row stays for the walker to see until it clears it.
CREATE TABLE timers (
  run_id uuid NOT NULL,
  key text NOT NULL,
  kind timer_kind NOT NULL,
  due_at timestamptz NOT NULL,
  fired boolean NOT NULL DEFAULT false,
  PRIMARY KEY (run_id, key)
);
CREATE INDEX timers_due ON timers (due_at) WHERE NOT fired;

-- Files ------------------------------------------------------------------------------------------------------------

CREATE TABLE artifacts (
  id text PRIMARY KEY,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  path text NOT NULL DEFAULT '',
  attempt integer NOT NULL,
  name text NOT NULL,
  mime_type text NOT NULL,
  sha256 char(64) NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX artifacts_run ON artifacts (run_id);

-- Bytes by their SHA-256, written once, in pieces of 1 MiB. Both tables are written in one transaction.
CREATE TABLE blobs (
  sha256 char(64) PRIMARY KEY,
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE blob_chunks (
  sha256 char(64) NOT NULL,
  chunk integer NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (sha256, chunk)
);

-- Access -----------------------------------------------------------------------------------------------------------

-- Hashes of tokens only: a copy of the database lets nobody in.
CREATE TABLE sign_in_links (
  token_hash char(64) PRIMARY KEY,
  user_id text NOT NULL,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  role text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE TABLE sessions (
  token_hash char(64) PRIMARY KEY,
  session_id text NOT NULL CONSTRAINT sessions_session_id_key UNIQUE,
  user_id text NOT NULL,
  workspace_id text NOT NULL REFERENCES workspaces (id),
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);

-- For people ---------------------------------------------------------------------------------------------------------

-- Codes of the event codec, in order; a test compares them with EVENT_CODES.
CREATE FUNCTION event_type(code integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (ARRAY[
    'run.queued', 'run.started', 'run.awaiting_input', 'run.resumed', 'run.cancel_requested', 'run.completed',
    'run.failed', 'run.cancelled', 'node.started', 'node.completed', 'node.failed', 'node.skipped', 'node.retrying',
    'node.awaiting_input', 'node.cancelled', 'node.unknown', 'node.settled', 'node.log', 'loop.iteration_started',
    'loop.iteration_completed', 'gate.opened', 'gate.voted', 'gate.decided', 'gate.escalated', 'gate.expired',
    'gate.withdrawn', 'child.started', 'child.ended', 'artifact.created'
  ])[code]
$$;

-- An event a row. A row of the log holds one flush or several, a line each. An entry with code 0 is a pure node run: it stands for its start and its end.
CREATE VIEW run_events AS
WITH entries AS (
  SELECT run_id, first_seq, (doc ->> 0)::bigint AS base, entry, (entry ->> 0)::integer AS code,
    coalesce(sum(CASE entry ->> 0 WHEN '0' THEN 2 ELSE 1 END) OVER (
      PARTITION BY run_id, first_seq ORDER BY line, position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 0)::integer AS before
  FROM run_log
    CROSS JOIN LATERAL string_to_table(events, E'\n') WITH ORDINALITY AS flushes (flush, line)
    CROSS JOIN LATERAL (SELECT substr(flush, 2)::json AS doc) AS parsed
    CROSS JOIN LATERAL json_array_elements(doc) WITH ORDINALITY AS listed (entry, position)
  WHERE left(flush, 1) = '1' AND position > 1
)
SELECT run_id, first_seq + before + half AS seq,
  CASE WHEN code > 0 THEN event_type(code) WHEN half = 0 THEN 'node.started' ELSE 'node.completed' END AS type,
  to_timestamp((base + (entry ->> 1)::bigint) / 1000.0) AS occurred_at,
  CASE json_typeof(entry -> 2) WHEN 'string' THEN entry ->> 2 END AS node_id,
  CASE json_typeof(entry -> 3) WHEN 'string' THEN entry ->> 3 ELSE '' END AS path,
  CASE WHEN code > 0 THEN nullif((entry ->> 4)::integer, 0) ELSE 1 END AS attempt,
  CASE
    WHEN code > 0 THEN entry -> 5
    WHEN half = 0 THEN '{}'::json
    WHEN entry -> 5 IS NULL THEN json_build_object('output', entry -> 4)
    ELSE json_build_object('output', entry -> 4, 'handle', entry -> 5)
  END AS data
FROM entries CROSS JOIN LATERAL generate_series(0, CASE code WHEN 0 THEN 1 ELSE 0 END) AS half;

-- The latest state of each attempt of each node.
CREATE VIEW node_runs AS
SELECT DISTINCT ON (run_id, node_id, path, attempt)
  run_id, node_id, path, attempt,
  CASE type WHEN 'node.started' THEN 'running' ELSE substr(type, 6) END AS status,
  seq AS last_seq,
  occurred_at AS changed_at,
  data
FROM run_events
WHERE type IN ('node.started', 'node.completed', 'node.failed', 'node.skipped', 'node.retrying',
  'node.awaiting_input', 'node.cancelled', 'node.unknown')
ORDER BY run_id, node_id, path, attempt, seq DESC;
