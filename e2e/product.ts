import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ports of its own, so that the flows run beside a product that somebody is trying out. */
export const CHECKOUT_URL = 'http://localhost:14242'
export const API_URL = 'http://localhost:14243'
export const STORE_URL = 'http://localhost:14244'
export const PRIVATE_URL = 'http://127.0.0.1:14245'

/** The test runner's processes share one product: the first of them names its directory for the others. */
const DATA_DIR = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'hosted-checkout-')))

/** The configuration of the product under test. */
export const ENVIRONMENT: Record<string, string> = {
  CHECKOUT_ENVIRONMENT: 'sandbox',
  CHECKOUT_PORT: '14242',
  API_PORT: '14243',
  STORE_PORT: '14244',
  PRIVATE_PORT: '14245',
  REQUESTS_PER_SECOND: '1000',
  LOG_LEVEL: 'warn',
  DATA_DIR,
  ...(process.env['DATABASE_URL'] && { DATABASE_URL: process.env['DATABASE_URL'] }),
}
