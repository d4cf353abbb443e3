-- Runs that wait, by themselves as the ready and the leased ones are: so what is open is found without reading what
-- has ended. A run that never waits never stands here.
CREATE INDEX runs_parked ON runs (id) WHERE phase = 'parked';
