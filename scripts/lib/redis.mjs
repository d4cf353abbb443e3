/** A Redis of our own for clusters on one machine and for tests: Debian's `redis-server` on a loopback port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Advice, run, step } from './steps.mjs';

const READY_MS = 10_000;

/** Finds `redis-server`; installs it where this may be done without asking: as root, on Debian. */
export async function ensureRedis() {
  if (await isInstalled()) return;
  const command = 'apt-get install -y --no-install-recommends redis-server';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Advice(
      `A cluster needs redis-server. On Debian: sudo ${command}\nElsewhere install Redis 7 and set WEFTWORK_REDIS_SERVER to the path of redis-server.`,
    );
  }
  await step('Installing redis-server', async () => {
    // Debian starts a service with the package; ours has its own port and lifetime.
    const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', command.split(' ').slice(1), { env });
  });
}

const program = () => process.env.WEFTWORK_REDIS_SERVER ?? 'redis-server';

async function isInstalled() {
  return run(program(), ['--version']).then(
    () => true,
    () => false,
  );
}

/**
 * Starts it with nothing kept on disk. `kill` and `start` again are what a test of an outage needs; `onSpawn` is told of
 * each process.
 */
export async function startRedis({ port, policy = 'noeviction', onSpawn = () => {} } = {}) {
  const chosen = port ?? (await freePort());
  let child;

  async function start() {
    child = spawn(
      program(),
      [
        ...['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        ...['--maxmemory-policy', policy, '--daemonize', 'no', '--loglevel', 'warning'],
      ],
      { stdio: 'ignore' },
    );
    onSpawn(child);
    const failed = new Promise((_resolve, reject) => child.once('error', reject));
    await Promise.race([answering(chosen, () => child.exitCode !== null), failed]);
  }

  async function kill(signal = 'SIGKILL') {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    get pid() {
      return child.pid;
    },
    start,
    kill,
    /** Sends one command and answers the first line of the reply. */
    command: (...words) => sendCommand(chosen, words),
    stop: () => kill('SIGTERM'),
  };
}

async function answering(port, ended) {
  const until = performance.now() + READY_MS;
  while (performance.now() < until) {
    if ((await sendCommand(port, ['PING']).catch(() => '')) === '+PONG') return;
    if (ended()) throw new Error(`redis-server ended at its start; is port ${port} used?`);
    await sleep(10);
  }
  throw new Error(`redis-server does not answer on port ${port}.`);
}

function sendCommand(port, words) {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    let reply = '';
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      reply += chunk;
      if (!reply.includes('\r\n')) return;
      socket.destroy();
      resolve(reply.split('\r\n', 1)[0]);
    });
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    socket.write(`*${words.length}\r\n${parts.join('')}`);
  });
}

/** A loopback port that nobody listens on now. */
export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
