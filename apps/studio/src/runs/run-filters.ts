import { RUN_STATUSES } from '@weftwork/schema';
import type { RunFilter } from '../api/client';
import type { RunStatus } from '../api/types';

/** How far back the list goes. */
export const PERIODS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Period = keyof typeof PERIODS;

export interface RunFilters {
  /** None means all. */
  readonly status: readonly RunStatus[];
  readonly workflow: string | undefined;
  readonly period: Period | undefined;
  readonly search: string;
}

export const NO_FILTERS: RunFilters = { status: [], workflow: undefined, period: undefined, search: '' };

/** The filters out of the address; what it does not know there is passed over. */
export function readFilters(query: Pick<URLSearchParams, 'get'>): RunFilters {
  const asked = (query.get('status') ?? '').split(',');
  const period = query.get('time');
  return {
    status: RUN_STATUSES.filter((status) => asked.includes(status)),
    workflow: query.get('workflow') || undefined,
    period: period !== null && Object.hasOwn(PERIODS, period) ? (period as Period) : undefined,
    search: query.get('q') ?? '',
  };
}

/** The address of a filtered list; without any, nothing. */
export function writeFilters({ status, workflow, period, search }: RunFilters): string {
  const query = new URLSearchParams();
  if (status.length > 0) query.set('status', status.join());
  if (workflow !== undefined) query.set('workflow', workflow);
  if (period !== undefined) query.set('time', period);
  if (search.trim() !== '') query.set('q', search.trim());
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
}

export const isFiltered = (filters: RunFilters) => writeFilters(filters) !== '';

/** What the API is asked. The beginning of a period is cut to the minute, so that asking again asks for the same. */
export function runFilterOf({ status, workflow, period, search }: RunFilters, now: number): RunFilter {
  const since = period && new Date(Math.floor((now - PERIODS[period]) / 60_000) * 60_000).toISOString();
  return {
    ...(status.length > 0 ? { status: status.join() } : {}),
    ...(workflow === undefined ? {} : { workflowId: workflow }),
    ...(since ? { since } : {}),
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, 200) }),
  };
}
