import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRedis, startRedis, type TrialRedis } from '../../../scripts/lib/redis.mjs';
import { KEY_PREFIX } from './bullmq-queue';
import { createRedisHints, type RedisHints, type RedisState } from './redis-hints';

let redis: TrialRedis;

beforeAll(async () => {
  await ensureRedis();
  redis = await startRedis();
}, 60_000);
afterAll(() => redis?.stop());

/** Resolves when this run is told of. */
function toldOf(hints: RedisHints, runId: string): Promise<void> {
  return new Promise((resolve) => {
    hints.queue.onNotify((told) => {
      if (told === runId) resolve();
    });
    hints.queue.setRoom?.(10);
  });
}

it('tells of a run again although a worker died with an earlier wake-up of it in hand', async () => {
  const sender = await createRedisHints({ url: redis.url });
  // Takes the wake-up and is never heard of again: the job stays its own until BullMQ finds it stalled.
  const port = redis.port;
  const dead = new Worker('runs', null, { connection: { host: '127.0.0.1', port }, prefix: KEY_PREFIX });
  sender.queue.notify('run-1');
  while (!(await dead.getNextJob('a-token')));
  const receiver = await createRedisHints({ url: redis.url });
  const told = toldOf(receiver, 'run-1');
  sender.queue.notify('run-1');
  await told;
  await Promise.all([sender.close(), receiver.close(), dead.close()]);
});

it('tells one worker of a run for each time it was told', async () => {
  const hints = await createRedisHints({ url: redis.url });
  const heard: string[] = [];
  let arrived = () => {};
  hints.queue.onNotify((runId) => {
    heard.push(runId);
    arrived();
  });
  hints.queue.setRoom?.(10);
  for (const runId of ['a', 'b', 'a']) {
    const next = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    hints.queue.notify(runId);
    await next;
  }
  expect(heard).toEqual(['a', 'b', 'a']);
  await hints.close();
  expect(await redis.command('LLEN', `${KEY_PREFIX}:runs:wait`)).toBe(':0');
});

it('does not take a Redis for connected that went away before it said how it is set', async () => {
  // Answers as a Redis would, until it is asked for its policy.
  let asked = () => {};
  const away = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        if (!/info/i.test(command) || /setinfo/i.test(command)) socket.write('+OK\r\n');
        else if (/memory/.test(command)) {
          socket.destroy();
          server.close(asked);
          for (const other of open) other.destroy();
        } else socket.write('$24\r\nloading:0\r\nrole:master\r\n\r\n');
      }
    });
  });
  const open = new Set<import('node:net').Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const states: string[] = [];
  const { port } = server.address() as AddressInfo;
  const opened = createRedisHints({
    url: `redis://127.0.0.1:${port}`,
    onChange: (state) => states.push(state),
  });
  await away;
  const hints = await opened;
  expect([hints.state, states]).toEqual(['away', ['away']]);
  await hints.close();
});

/** A way to a Redis on which connections are counted. */
async function countedWay(port: number) {
  let made = 0;
  let told = () => {};
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => {}).on('close', () => other.destroy());
    }
    made += 1;
    told();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get made() {
      return made;
    },
    /** Resolves when so many have been made. */
    connections: (wanted: number) =>
      new Promise<void>((resolve) => {
        told = () => made >= wanted && resolve();
        told();
      }),
    close: () => server.close(),
  };
}

describe('a Redis that is there and does not do what it is asked', () => {
  /** All it tells, in order; the last is how it stands. */
  async function open(url: string) {
    const told: [RedisState, string][] = [];
    const hints = await createRedisHints({ url, onChange: (state, reason) => told.push([state, reason]) });
    const until = async (wanted: RedisState) => {
      while (hints.state !== wanted) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    return { hints, told, until };
  }

  it.each([
    [
      'another password',
      (url: string) => url.replace('://', '://:wrong-one@'),
      /authentication failed: WRONGPASS/,
    ],
    ['no password', (url: string) => url, /authentication failed: NOAUTH/],
  ])('says so of %s, tells no password, and stays with it over its attempts', async (_, address, reason) => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'the-right-one');
    const way = await countedWay(redis.port);
    const { hints, told } = await open(address(way.url));
    try {
      expect(hints.state).toBe('denied');
      expect(hints.reason).toMatch(reason);
      expect(hints.reason).not.toContain('wrong-one');
      // Some attempts later it is told once, still.
      await way.connections(way.made + 8);
      expect(told.map(([state]) => state)).toEqual(['denied']);
    } finally {
      await hints.close();
      way.close();
      await redis.kill();
      await redis.start();
    }
  });

  it('is used as soon as it takes the password', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'another');
    const { hints, told, until } = await open(redis.url.replace('://', '://:later@'));
    expect(hints.state).toBe('denied');
    await redis.kill();
    await until('away');
    await redis.start();
    await until('connected');
    expect(told.map(([state]) => state)).toEqual(['denied', 'away', 'connected']);
    await hints.close();
  });

  it.each([
    [
      'may not write',
      ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
      ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
      'NOREPLICAS',
    ],
    ['is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'OOM'],
  ])(
    'says so of one that %s, found by a wake-up or before, and uses it again when that is mended',
    async (_, hurt, mend, word) => {
      const { hints, until } = await open(redis.url);
      await until('connected');
      await redis.command(...hurt);
      hints.queue.notify('run-1');
      await until('denied');
      expect(hints.reason).toContain(word);
      await redis.command(...mend);
      await until('connected');
      expect(hints.reason).toBe('');
      await hints.close();
    },
  );

  it('says away of one that hangs with its connections open', async () => {
    const { hints, until } = await open(redis.url);
    await until('connected');
    process.kill(redis.pid, 'SIGSTOP');
    hints.queue.notify('run-1');
    await until('away');
    expect(hints.reason).toBe('it does not answer');
    process.kill(redis.pid, 'SIGCONT');
    await until('connected');
    await hints.close();
  });
});
