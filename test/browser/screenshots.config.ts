import base from '../../playwright.config';

export default {
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  timeout: 600_000,
  fullyParallel: false,
  workers: 1,
  use: { ...base.use, trace: 'off', screenshot: 'off', reducedMotion: 'reduce', actionTimeout: 20_000 },
} satisfies typeof base;
