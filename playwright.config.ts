import { defineConfig } from '@playwright/test';

// The tests start the built service themselves: one per worker, on a free port and in a temporary home.
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false }, // filming costs a third of the time
    launchOptions: {
      executablePath: process.env.WEFTWORK_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--host-resolver-rules=MAP phone.test 127.0.0.1', // a name that is not this machine's: plain HTTP, as at home
      ],
    },
  },
});
