-- How many runs of a workspace (`workflow_id` empty) or of one workflow may be running at the same time.
CREATE TABLE run_limits (
  workspace_id text NOT NULL,
  workflow_id text NOT NULL DEFAULT '',
  max_running integer NOT NULL CHECK (max_running > 0),
  PRIMARY KEY (workspace_id, workflow_id)
);

-- Runs under a limit that wait for a slot or were granted one; others never stand here. A row whose run holds no slot
-- any more is removed by whoever grants the next one.
CREATE TABLE run_slots (
  run_id uuid PRIMARY KEY,
  workspace_id text NOT NULL,
  workflow_key integer NOT NULL,
  priority smallint NOT NULL,
  granted boolean NOT NULL
);
CREATE INDEX run_slots_waiting ON run_slots (workflow_key, priority DESC, run_id) WHERE NOT granted;
CREATE INDEX run_slots_granted ON run_slots (workspace_id, workflow_key) WHERE granted;

-- Ready runs by priority, and by workflow for a claim that shares out between workspaces; leased ones by themselves.
ALTER TABLE runs ADD COLUMN priority smallint NOT NULL DEFAULT 0;
CREATE INDEX runs_ready ON runs (priority DESC, id) WHERE phase = 'ready';
CREATE INDEX runs_ready_of_workflow ON runs (workflow_key, priority DESC, id) WHERE phase = 'ready';
CREATE INDEX runs_leased ON runs (id) WHERE phase = 'leased';
DROP INDEX runs_open;
