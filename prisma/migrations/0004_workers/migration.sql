-- Which processes walk runs, told every few seconds. Health and metrics read it; leases do without it.
CREATE TABLE workers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  engine_version text NOT NULL,
  slots integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
