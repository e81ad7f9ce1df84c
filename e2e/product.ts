import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Separate ports, so that the flows run beside another instance. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 14242)
const PORTS = {
  CHECKOUT_PORT: String(FIRST_PORT),
  API_PORT: String(FIRST_PORT + 1),
  STORE_PORT: String(FIRST_PORT + 2),
  PRIVATE_PORT: String(FIRST_PORT + 3),
  FIELDS_PORT: String(FIRST_PORT + 4),
  ADMIN_PORT: String(FIRST_PORT + 8),
}

export const CHECKOUT_URL = `http://localhost:${PORTS.CHECKOUT_PORT}`
export const API_URL = `http://localhost:${PORTS.API_PORT}`
export const STORE_URL = `http://localhost:${PORTS.STORE_PORT}`
export const PRIVATE_URL = `http://127.0.0.1:${PORTS.PRIVATE_PORT}`
export const FIELDS_URL = `http://localhost:${PORTS.FIELDS_PORT}`

export const ADMIN_URL = `http://localhost:${PORTS.ADMIN_PORT}`

/** Where a flow may serve the addresses of CEPs. */
export const POSTAL_CODE_PORT = FIRST_PORT + 5

/** Where WebKit's driver listens. */
export const WEBKIT_DRIVER_PORT = FIRST_PORT + 6

/** Where the checkout listens when a gate stands before it. */
export const GATED_PORT = FIRST_PORT + 7

/** Emptied by `serve-product.ts`, and not here: tools that read the configuration may run beside the flows. */
const DATA_DIR = join(tmpdir(), `hosted-checkout-e2e-${FIRST_PORT}`)

/** The results of failed flows; separate by port, so that parallel runs keep theirs. */
export const RESULTS_DIR = join(tmpdir(), `hosted-checkout-e2e-${FIRST_PORT}-results`)

/** The log of the product under test, from this folder. */
export const PRODUCT_LOG = `../test-results/product-${FIRST_PORT}.log`

/** The environment of the product under test. */
export const ENVIRONMENT: Record<string, string> = {
  CHECKOUT_ENVIRONMENT: 'sandbox',
  ...PORTS,
  REQUESTS_PER_SECOND: '1000',
  LOG_LEVEL: 'warn',
  POSTAL_CODE_URL: `http://127.0.0.1:${POSTAL_CODE_PORT}/{cep}/json`,
  DATA_DIR,
  ...(process.env['DATABASE_URL'] && { DATABASE_URL: process.env['DATABASE_URL'] }),
}
