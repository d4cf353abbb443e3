import './lib/node-version.mjs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.mjs';
import { ensureRedis } from './lib/redis.mjs';
import { giveUp, root, run } from './lib/steps.mjs';

// `npm run chaos -- --seed 7 --dir FOLDER`: three workers, two servers, a PostgreSQL and a Redis of their own, hurt for
// 150 s and left in peace for at most 30 s; then every promise is checked and a table printed. Logs stay in the folder.
try {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, dir: { type: 'string' } } });
  await prepare();
  await ensureRedis();
  const dir = values.dir ? resolve(values.dir) : await mkdtemp(join(tmpdir(), 'weftwork-chaos-'));
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
  console.log(`  seed ${seed}, logs in ${dir}`);
  const failure = await run(join(root, 'node_modules/.bin/vitest'), ['run', 'test/cluster/chaos.test.ts'], {
    env: { WEFTWORK_CHAOS: 'full', WEFTWORK_CHAOS_SEED: seed, WEFTWORK_CHAOS_DIR: dir },
  }).then(
    () => undefined,
    (error) => error,
  );
  const report = await readFile(join(dir, 'report.txt'), 'utf8').catch(() => undefined);
  if (report === undefined) throw failure ?? new Error('There is no report.');
  console.log(`\n${report}\n${failure ? 'Promises were broken.' : 'Every promise was kept.'}`);
  process.exit(failure ? 1 : 0);
} catch (error) {
  giveUp(error);
}
