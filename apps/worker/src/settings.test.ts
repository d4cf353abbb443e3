import { expect, it } from 'vitest';
import { parseSettings } from './settings';

const DATABASE_URL = 'postgres://weft:pass@db/weft';

it.each([
  [{}, 'DATABASE_URL is needed'],
  [{ DATABASE_URL: 'http://x' }, 'DATABASE_URL must start with postgres://'],
  [{ DATABASE_URL: 'postgres://weft:hunter22@[x' }, 'DATABASE_URL is no address'],
  [{ DATABASE_URL, REDIS_URL: 'redis://:hunter22@x:99999' }, 'REDIS_URL is no address'],
  [{ DATABASE_URL, CONCURRENCY: '0' }, 'CONCURRENCY'],
  [{ DATABASE_URL, POLL_INTERVAL_SECS: 'often' }, 'POLL_INTERVAL_SECS'],
  [{ DATABASE_URL, WEFTWORK_START_WAIT_SECONDS: '-1' }, 'WEFTWORK_START_WAIT_SECONDS'],
  [{ DATABASE_URL, WEFTWORK_WORKER_ALARM_SECONDS: '0' }, 'WEFTWORK_WORKER_ALARM_SECONDS'],
  [{ DATABASE_URL, WEFTWORK_LEASE_SECONDS: 'long' }, 'WEFTWORK_LEASE_SECONDS'],
  [{ DATABASE_URL, GRACE_SECONDS: '-1' }, 'GRACE_SECONDS'],
])('refuses %j and tells no password', (env, problem) => {
  const parse = () => parseSettings([], env as Record<string, string>);
  expect(parse).toThrow(problem);
  expect(parse).not.toThrow('hunter22');
});

it('takes sockets and passwords with signs in them', () => {
  const env = { DATABASE_URL: 'postgres://weft:p%40ss%2F@/weft?host=/run/postgresql' };
  expect(parseSettings([], env)).toMatchObject({ databaseUrl: env.DATABASE_URL, redisUrl: undefined });
});

it('I-015 is told how much and how often by the names that were promised', () => {
  const env = { DATABASE_URL, CONCURRENCY: '2', POLL_INTERVAL_SECS: '2', GRACE_SECONDS: '5' };
  expect(parseSettings([], env)).toMatchObject({ concurrency: 2, pollMs: 2_000, graceSeconds: 5 });
  // The defaults are told in adr/0016.
  expect(parseSettings([], { DATABASE_URL })).toMatchObject({
    concurrency: 1_000,
    pollMs: 1_000,
    leaseSeconds: 10,
    startWaitMs: 120_000,
    alarmMs: 60_000,
    signalRetentionMs: 7 * 24 * 3_600_000,
    graceSeconds: 30,
    metricsPort: undefined,
    logLevel: 'warn',
  });
});
