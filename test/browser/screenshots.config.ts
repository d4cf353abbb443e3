import base from '../../playwright.config';

export default {
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  timeout: 600_000,
  use: { ...base.use, trace: 'off', screenshot: 'off', reducedMotion: 'reduce' },
} satisfies typeof base;
