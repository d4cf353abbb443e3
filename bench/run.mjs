/**
 * `npm run bench`: this product beside other engines on the same machine, then what only concerns itself. Prints
 * Markdown and keeps it, with all numbers as JSON, in `bench/results/`. See bench/README.md.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildStale } from '../scripts/lib/build-targets.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { measureOwn } from './lib/measure-own.mjs';
import { report } from './lib/report.mjs';
import { pgBin } from './peers/lib/services.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'string', default: 'ours,nodered,dbos:pg' },
    workloads: { type: 'string', default: 'w1,w2,w3,w4,w5,w6' },
    conc: { type: 'string' },
    seconds: { type: 'string' },
    tries: { type: 'string', default: '1' },
    dir: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    'no-own': { type: 'boolean', default: false },
  },
});
const quick = flags.quick;
const dir = resolve(flags.dir ?? process.env.BENCH_DIR ?? join(os.tmpdir(), 'weftwork-bench'));
const results = join(HERE, 'results');
const say = (text) => console.error(`— ${text}`);

mkdirSync(results, { recursive: true });
mkdirSync(dir, { recursive: true, mode: 0o755 });
if (!flags['no-build']) {
  await prepare();
  await buildStale(['sandbox', 'server', 'studio']);
}
const peers = flags['no-peers'] ? undefined : await runPeers();
const own = flags['no-own'] ? undefined : await measureOwn({ dir, quick, say });
const command = [
  'npm run bench --',
  ...process.argv.slice(2).filter((flag) => !/^--(no-build|dir)/.test(flag)),
].join(' ');
const markdown = report({ peers, own, command });
writeFileSync(join(results, 'bench.json'), `${JSON.stringify({ command, peers, own }, null, 1)}\n`);
writeFileSync(join(results, 'bench.md'), markdown);
console.log(markdown);

async function runPeers() {
  const out = join(results, 'peers.json');
  const chosen = flags.peers.split(',').filter((peer) => !lacks(peer));
  await harness([
    `--dir=${dir}`,
    `--adapter=${join(HERE, 'ours.mjs')}`,
    `--peers=${chosen.join(',')}`,
    `--workloads=${flags.workloads}`,
    `--conc=${flags.conc ?? (quick ? '1,16' : '1,16,64')}`,
    `--seconds=${flags.seconds ?? (quick ? 5 : 15)}`,
    `--warm=${quick ? 2 : 3}`,
    `--tries=${flags.tries}`,
    `--out=${out}`,
  ]);
  return JSON.parse(readFileSync(out, 'utf8'));
}

/** A peer that needs a PostgreSQL of its own is left out where Debian's is not installed. */
function lacks(peer) {
  if (!peer.startsWith('dbos') || existsSync(pgBin('initdb'))) return false;
  say(`${peer} is left out: it needs PostgreSQL (apt-get install -y --no-install-recommends postgresql).`);
  return true;
}

function harness(args) {
  const child = spawn(process.execPath, [join(HERE, 'peers/bench.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`The harness ended with code ${code}.`)),
    );
  });
}
