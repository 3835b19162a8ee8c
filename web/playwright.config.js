// The page's tests in a browser: `cargo xtask page` builds the server and runs them.

import { defineConfig } from '@playwright/test';

// In a closed network a Chromium that looks for updates tries for as long as it runs.
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Long enough for a machine that builds meanwhile: what never comes is found all the same.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: QUIET },
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer in place of the server, whose answers most tests watch.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // `cargo xtask page NAME --trace on` records what happened: for all tests it takes a fifth of the time.
    trace: 'off',
  },
});
