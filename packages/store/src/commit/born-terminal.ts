import type { CommitOutcome, RunCommit } from '@weftwork/runtime';
import { int4Array, textArray, uuidArray } from '../binary-arrays';
import { type CommitEntry, ownSettings } from './commit-entry';
import { errorText, warningsText } from './row-texts';

/*
 * Runs that are inserted terminal: rows of `runs` and of `run_log`, nothing else.
 * `phase` stays null, so no partial index is touched.
 */

export const BORN_TERMINAL_NAME = 'born-terminal';

export const BORN_TERMINAL_SQL = `
WITH run AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::int4[], $3::int4[], $4::text[], $5::int4[], $6::int4[], $7::int4[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
    AS run (id, workflow_key, version_key, status, seq, active_ms, depth, created_by, input, settings, error,
      warnings, events)
), inserted AS (
  INSERT INTO runs (id, created_at, started_at, ended_at, workflow_key, version_key, status, seq, epoch, active_ms,
    depth, created_by, input, settings, error, warnings)
  SELECT id, now(), now(), now(), workflow_key, version_key, status::run_status, seq, 1, active_ms,
    depth::smallint, created_by, input, settings, error, warnings
  FROM run
)
INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT id, 1, seq, events FROM run WHERE seq > 0`;

export function bornTerminalParameters(entries: readonly CommitEntry[]): Buffer[] {
  const runs = entries.map(({ runId, commit, keys }) => ({
    runId,
    commit,
    run: commit.create!,
    keys: keys!,
  }));
  return [
    uuidArray(runs.map(({ runId }) => runId)),
    int4Array(runs.map(({ keys }) => keys.workflowKey)),
    int4Array(runs.map(({ keys }) => keys.versionKey)),
    textArray(runs.map(({ commit }) => commit.transition!.status)),
    int4Array(entries.map(eventCount)),
    int4Array(runs.map(({ commit }) => commit.activeMs ?? 0)),
    int4Array(runs.map(({ run }) => run.depth)),
    textArray(runs.map(({ run }) => run.createdBy)),
    textArray(runs.map(({ run }) => JSON.stringify(run.input))),
    textArray(runs.map(({ run, keys }) => ownSettings(run, keys))),
    textArray(runs.map(({ commit }) => errorText(commit.transition))),
    textArray(runs.map(({ commit }) => warningsText(commit.transition))),
    textArray(runs.map(({ commit }) => logText(commit))),
  ];
}

/** The statement answers no rows: when it succeeds, all of it stands. */
export function bornTerminalOutcome(entry: CommitEntry): CommitOutcome {
  return {
    runId: entry.runId,
    result: 'all',
    firstSeq: 1,
    seq: eventCount(entry),
    wakeSeq: 0,
    status: entry.commit.transition!.status,
  };
}

function eventCount({ commit }: CommitEntry): number {
  return commit.facts.events + (commit.admissions?.events ?? 0);
}

function logText({ facts, admissions }: RunCommit): string {
  if (!admissions || admissions.events === 0) return facts.text;
  return facts.events === 0 ? admissions.text : `${facts.text}\n${admissions.text}`;
}
