import { defineConfig } from 'vitest/config';

/** They start no process and leave nothing changed behind, so these files may share one. */
const PLAIN = [
  'packages/{api,editor,engine,expressions,runtime,schema,sdk}/**/*.test.{ts,tsx}',
  'apps/studio/**/*.test.{ts,tsx}',
];
const EVERY = [
  'packages/**/*.test.{ts,tsx}',
  'apps/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'test/*.test.ts',
  'test/cluster/*.test.ts',
];
const NONE = ['**/node_modules/**', '**/dist/**', '**/.next/**', 'test/browser/**'];

const common = { environment: 'node', pool: 'forks', testTimeout: 20_000, hookTimeout: 60_000 } as const;

// By their names: what takes longest to run begins first.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    reporters: process.env.CI === undefined ? ['default'] : ['dot'],
    projects: [
      { test: { ...common, name: 'adapters', include: EVERY, exclude: [...NONE, ...PLAIN] } },
      { test: { ...common, name: 'plain', include: PLAIN, exclude: NONE, isolate: false } },
    ],
  },
});
