import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './repository';
import { parseSettings, type ServerSettings } from './settings';

const parse = (argv: string[], env: Record<string, string> = {}) =>
  parseSettings(argv, env) as ServerSettings;

/** Of servers and workers alike: adr/0016. */
const DEFAULTS = {
  concurrency: 1_000,
  pollMs: 1_000,
  leaseSeconds: 10,
  startWaitMs: 120_000,
  alarmMs: 60_000,
  // I-096
  signalRetentionMs: 7 * 24 * 3_600_000,
};

describe('parseSettings', () => {
  it('has defaults that need nothing', () => {
    expect(parse([])).toMatchObject({
      port: 3000,
      home: join(repositoryRoot, '.weftwork'),
      token: undefined,
      databaseUrl: undefined,
      httpAllow: [],
      secrets: {},
      connections: {},
      open: false,
    });
  });

  it('lets flags win over the environment, and blanks count as absent', () => {
    const env = { PORT: '4000', WEFTWORK_HOME: '', DATABASE_URL: '' };
    expect(parse(['--port', '5000', '--home', '/somewhere'], env)).toMatchObject({
      port: 5000,
      home: '/somewhere',
    });
    expect(parse([], env)).toMatchObject({
      port: 4000,
      home: join(repositoryRoot, '.weftwork'),
      databaseUrl: undefined,
    });
  });

  it('collects secrets, connections and the allow list', () => {
    const settings = parse([], {
      WEFTWORK_SECRET_KEY: 's',
      WEFTWORK_CONNECTION_MAIN: 'postgres://x',
      WEFTWORK_HTTP_ALLOW: '127.0.0.1:9, 10.0.0.0/8,',
      OTHER: 'x',
    });
    expect(settings).toMatchObject({
      secrets: { KEY: 's' },
      connections: { MAIN: 'postgres://x' },
      httpAllow: ['127.0.0.1:9', '10.0.0.0/8'],
    });
  });

  it.each([
    [['--port', 'abc'], {}, '--port must be a number from 0 to 65535, found abc'],
    [['--port', '70000'], { PORT: '1' }, '--port must be a number from 0 to 65535, found 70000'],
    [[], { PORT: '70000' }, 'PORT must be a number from 0 to 65535, found 70000'],
    [[], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [[], { WEFTWORK_TOKEN: 'with a blank' }, 'WEFTWORK_TOKEN'],
    [['--colour'], {}, '--colour'],
  ])('refuses %j %j and names what is wrong', (argv, env, name) => {
    expect(() => parse(argv, env as unknown as Record<string, string>)).toThrow(name);
  });

  it('takes what a cluster needs from flags as from the environment', () => {
    const env = {
      DATABASE_URL: 'postgres://db/x',
      REDIS_URL: 'redis://r:1/2',
      RUNTIME_MODE: 'workers',
      CONCURRENCY: '7',
      POLL_INTERVAL_SECS: '2',
      WEFTWORK_HOST: '0.0.0.0',
      WEFTWORK_HOSTS: 'flows.example.org, other',
    };
    const expected = { databaseUrl: 'postgres://db/x', redisUrl: 'redis://r:1/2', runtime: 'workers' };
    expect(parse([], env)).toMatchObject({
      ...expected,
      concurrency: 7,
      pollMs: 2_000,
      host: '0.0.0.0',
      hosts: ['flows.example.org', 'other'],
    });
    const flags = [
      '--database-url',
      'postgres://db/x',
      '--redis-url',
      'redis://r:1/2',
      '--runtime',
      'workers',
    ];
    expect(parse(flags)).toMatchObject({ ...expected, ...DEFAULTS, host: '127.0.0.1', hosts: [] });
  });

  it.each([
    [{}, 'inline'],
    [{ RUNTIME_MODE: 'inline' }, 'inline'],
    [{ RUNTIME_MODE: 'workers' }, 'workers'],
    [{ WEFTWORK_RUNTIME: 'on' }, 'inline'],
    [{ WEFTWORK_RUNTIME: 'off' }, 'workers'],
    [{ RUNTIME_MODE: 'inline', WEFTWORK_RUNTIME: 'off' }, 'inline'],
  ])('I-021 takes %j for %s', (env, runtime) => {
    expect(parse([], { DATABASE_URL: 'postgres://db/x', ...env } as Record<string, string>)).toMatchObject({
      runtime,
    });
  });

  it.each([
    [{ REDIS_URL: 'redis://x' }, 'REDIS_URL is for processes that share a database'],
    [{ RUNTIME_MODE: 'workers' }, 'RUNTIME_MODE is for processes that share a database'],
    [{ DATABASE_URL: 'postgres://x', RUNTIME_MODE: 'local' }, 'RUNTIME_MODE must be inline or workers'],
    [{ DATABASE_URL: 'postgres://x', POLL_INTERVAL_SECS: '0' }, 'POLL_INTERVAL_SECS'],
    [{ DATABASE_URL: 'postgres://x', REDIS_URL: 'http://x' }, 'REDIS_URL must start with redis://'],
    [{ DATABASE_URL: 'postgres://x', CONCURRENCY: '0' }, 'CONCURRENCY'],
    [{ DATABASE_URL: 'postgres://u:p@[x' }, 'DATABASE_URL is no address'],
    [{ DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x:99999' }, 'REDIS_URL is no address'],
  ])('refuses %j', (env, problem) => {
    expect(() => parse([], env as Record<string, string>)).toThrow(problem);
  });

  it('answers help', () => {
    expect(parseSettings(['--help'], {})).toBe('help');
  });
});
