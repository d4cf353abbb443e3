import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '@weftwork/local-postgres';
import type { TestProject } from 'vitest/node';
import { buildStale } from '../scripts/lib/build-targets.mjs';
import { ensureRedis } from '../scripts/lib/redis.mjs';
import { makeTemplateDatabase } from './template-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of the run. Tests do not use its databases but make their own: `createTestDatabase`. */
    postgresUrl: string;
  }
}

/**
 * Builds the bundles that tests start as processes, and starts one PostgreSQL for the whole run, with a migrated
 * database that the tests copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureRedis();
  await buildStale(['sandbox', 'server', 'worker', 'local-postgres']);
  await mkdir(tmpdir(), { recursive: true });
  const home = await mkdtemp(join(tmpdir(), 'weftwork-test-'));
  const postgres = await startLocalPostgres({ home });
  const teardown = async () => {
    await postgres.stop({ force: true });
    await rm(home, { recursive: true, force: true });
  };
  try {
    await makeTemplateDatabase(postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  return teardown;
}
