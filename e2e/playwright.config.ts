import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from 'playwright/test'
import { CHROMIUM } from '#proof/testing/chromium.ts'
import { CHECKOUT_URL, ENVIRONMENT, PRIVATE_URL, PRODUCT_LOG, RESULTS_DIR } from './product.ts'
import { PROOF } from './proof.ts'

const IS_PROOF = new RegExp(PROOF.tag)
mkdirSync(join(import.meta.dirname, PRODUCT_LOG, '..'), { recursive: true })

export default defineConfig({
  testDir: '.',
  globalTeardown: './no-reports.ts',
  projects: [
    { name: 'shipped', grepInvert: IS_PROOF },
    { name: 'proof', grep: IS_PROOF },
  ],
  // Other engines run under vitest.
  testIgnore: '**/e2e/engines/**',
  outputDir: RESULTS_DIR,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Flows wait for the page and its timers more than they compute.
  workers: 4,
  // Generous for busy machines.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: CHECKOUT_URL,
    locale: 'en-US',
    // A trace makes flows a third slower; `--trace on` records a failing one.
    trace: 'off',
    launchOptions: CHROMIUM,
  },
  webServer: {
    // A green run shows no line of the product's log.
    command: `node serve-product.ts serve >${PRODUCT_LOG} 2>&1`,
    url: `${PRIVATE_URL}/ready`,
    env: ENVIRONMENT,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
