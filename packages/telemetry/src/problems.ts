import type { FleetState } from '@weftwork/runtime';
import type { REDIS_STATES } from './metrics/redis-states';

/** What somebody must see to. */
export interface Problem {
  readonly code: FleetState['problems'][number]['code'] | 'QUEUE_UNAVAILABLE' | 'SHUTTING_DOWN';
  readonly message: string;
}

/** The connection to Redis as it is now. */
export interface WatchedRedis {
  readonly state: (typeof REDIS_STATES)[number];
  readonly reason: string;
}

export function storageProblem(message: string): Problem {
  return { code: 'STORAGE_UNAVAILABLE', message };
}

/** In words, since it is read by who must mend it. */
export function redisProblem({ state, reason }: WatchedRedis): Problem {
  const what = state === 'denied' ? 'lets us do nothing' : state === 'refused' ? 'cannot be used' : 'is away';
  return {
    code: 'QUEUE_UNAVAILABLE',
    message: `Redis ${what}: ${reason.replace(/\.$/, '')}. Runs go on by the database, up to a second later each.`,
  };
}
