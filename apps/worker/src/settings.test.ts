import { expect, it } from 'vitest';
import { parseSettings } from './settings';

const DATABASE_URL = 'postgres://weft:pass@db/weft';

it.each([
  [{}, 'DATABASE_URL is needed'],
  [{ DATABASE_URL: 'http://x' }, 'DATABASE_URL must start with postgres://'],
  [{ DATABASE_URL: 'postgres://weft:hunter22@[x' }, 'DATABASE_URL is no address'],
  [{ DATABASE_URL, REDIS_URL: 'redis://:hunter22@x:99999' }, 'REDIS_URL is no address'],
  [{ DATABASE_URL, CONCURRENCY: '0' }, 'CONCURRENCY'],
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
