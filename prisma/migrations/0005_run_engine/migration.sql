-- The engine whose reading of the log a run began with: only a worker that reads it the same way may walk the run on.
-- A constant default changes no row and takes no long lock; processes of before go on inserting without it.
ALTER TABLE runs ADD COLUMN engine text NOT NULL DEFAULT '1';
