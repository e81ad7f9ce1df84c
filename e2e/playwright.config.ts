import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { defineConfig, devices } from 'playwright/test'
import { CHECKOUT_URL, ENVIRONMENT, PRIVATE_URL } from './product.ts'

const SYSTEM_CHROMIUM = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && path !== '' && existsSync(path))

/** Playwright's own browser where it was downloaded, else the system's. */
const executable =
  !existsSync(chromium.executablePath()) && SYSTEM_CHROMIUM !== undefined
    ? { executablePath: SYSTEM_CHROMIUM }
    : {}

export default defineConfig({
  testDir: '.',
  outputDir: join(tmpdir(), 'hosted-checkout-e2e'),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: CHECKOUT_URL,
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      ...executable,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node ../src/cli/main.ts serve',
    url: `${PRIVATE_URL}/ready`,
    env: ENVIRONMENT,
    stdout: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
