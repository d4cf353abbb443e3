import type { FleetState } from '@weftwork/runtime';
import { isTerminal, RUN_STATUSES } from '@weftwork/schema';
import type { Histogram } from './histogram';
import { REDIS_STATES } from './redis-states';
import type { Tally } from './tally';
import { counter, gauge, histogram, type Labels, type ToldMetric } from './told-metric';

export interface MetricSources {
  readonly tally: Tally;
  /** What the last look at the store showed. */
  fleet(): FleetState;
  /** Runs that this process walks. */
  activeRuns(): number;
  /** How the connection to Redis is; undefined where there is none. */
  redisState(): (typeof REDIS_STATES)[number] | undefined;
}

/** Everything of ours, by name. docs/observability.md says what each is good for; a test compares the two. */
export function ownMetrics({ tally, fleet, activeRuns, redisState }: MetricSources): readonly ToldMetric[] {
  return [
    ...countedHere(tally),
    gauge('weftwork_runs_active', 'Runs that this process walks', activeRuns),
    {
      name: 'weftwork_redis',
      help: 'How the connection to Redis is: 1 for the present state',
      type: 'gauge',
      values() {
        const present = redisState();
        if (present === undefined) return [];
        return REDIS_STATES.map((state) => ({ labels: { state }, value: state === present ? 1 : 0 }));
      },
    },
    ...seenInTheStore(fleet),
  ];
}

const NONE: Labels = {};
const of = (tally: Histogram) => () => [[NONE, tally] as const];

function countedHere(tally: Tally): ToldMetric[] {
  return [
    counter('weftwork_runs_admitted_total', 'Runs stored by this process', () => tally.admitted),
    counter('weftwork_run_claims_total', 'Runs taken from the store by this process', () => tally.claims),
    counter(
      'weftwork_lease_takeovers_total',
      'Runs taken from an owner whose lease ran out',
      () => tally.takeovers,
    ),
    counter('weftwork_leases_lost_total', 'Runs this process had to let go of', () => tally.leasesLost),
    counter('weftwork_unknowns_total', 'Calls whose outcome nobody knows', () => tally.unknowns),
    histogram('weftwork_run_duration_seconds', 'From the creation of a run to its end, by status', () =>
      Object.entries(tally.runSeconds).map(([status, seconds]) => [{ status }, seconds] as const),
    ),
    histogram('weftwork_node_attempt_seconds', 'Attempts of executors, by type of node and outcome', () =>
      [...tally.attemptSeconds].flatMap(([type, outcomes]) =>
        Object.entries(outcomes)
          .filter(([, seconds]) => seconds.count > 0)
          .map(([outcome, seconds]) => [{ type, outcome }, seconds] as const),
      ),
    ),
    histogram('weftwork_commit_batch_runs', 'Runs whose commits one statement carried', of(tally.batchRuns)),
    histogram('weftwork_commit_seconds', 'Time of one commit statement', of(tally.commitSeconds)),
    gauge('weftwork_sse_streams', 'Streams of events that are open', () => tally.streams),
    histogram(
      'weftwork_sse_lag_seconds',
      'From an event to its being written to a live stream',
      of(tally.lagSeconds),
    ),
  ];
}

function seenInTheStore(fleet: () => FleetState): ToldMetric[] {
  const survey = () => fleet().survey;
  return [
    {
      name: 'weftwork_runs',
      help: 'Runs that have not ended, by status',
      type: 'gauge',
      values() {
        const seen = survey();
        if (!seen) return [];
        const open = RUN_STATUSES.filter((status) => !isTerminal(status));
        return open.map((status) => ({ labels: { status }, value: seen.runs[status] ?? 0 }));
      },
    },
    gauge('weftwork_queue_runs', 'Runs that could move and that nobody holds', () =>
      survey()?.runnable.reduce((sum, { runs }) => sum + runs, 0),
    ),
    gauge('weftwork_queue_oldest_seconds', 'Since when the longest of them waits', () => {
      const seen = survey();
      return seen && Math.max(0, ...seen.runnable.map(({ oldestMs = 0 }) => oldestMs)) / 1000;
    }),
    gauge('weftwork_gates_open', 'Questions to people and for signals', () => survey()?.openGates),
    gauge(
      'weftwork_unknowns_open',
      'Calls of unknown outcome that nobody has settled',
      () => survey()?.openUnknowns,
    ),
    gauge('weftwork_workers_alive', 'Processes that walk runs', () =>
      survey() ? fleet().workersAlive : undefined,
    ),
    gauge('weftwork_runs_without_worker', 'Runs that no living worker may take, for a minute at least', () =>
      survey() ? fleet().runsWithoutWorker : undefined,
    ),
    gauge('weftwork_storage_up', 'Whether the database answered the last look', () => (survey() ? 1 : 0)),
  ];
}
