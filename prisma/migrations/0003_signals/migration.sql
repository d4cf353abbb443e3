-- Signals: what comes from outside for every run that waits for its name and key, now or within a few days.
-- `number` is in the order of arrival for one name and key: such signals are written one after the other.
CREATE TABLE signals (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id text NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  payload text NOT NULL,
  idempotency_id text,
  sent_by text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX signals_idempotency ON signals (workspace_id, idempotency_id) WHERE idempotency_id IS NOT NULL;
CREATE INDEX signals_occurrence ON signals (workspace_id, name, key, number);
CREATE INDEX signals_age ON signals (received_at);

-- `offered`: the signals that came before the gate opened were offered to it. `signal_number`: the one that decided it.
ALTER TABLE gates ADD COLUMN offered boolean NOT NULL DEFAULT false, ADD COLUMN signal_number bigint;
CREATE INDEX gates_signal ON gates (workspace_id, signal_name, signal_key) WHERE status = 'open' AND mode = 'signal';
CREATE INDEX gates_unoffered ON gates (run_id, step_id) WHERE status = 'open' AND mode = 'signal' AND NOT offered;
