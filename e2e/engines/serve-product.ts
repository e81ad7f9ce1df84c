import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CHECKOUT_URL, ENVIRONMENT, GATED_PORT, PRIVATE_URL } from '../product.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')
const READY_WITHIN_MS = 120_000

/** Starts the product behind the gate that each file of flows opens, and waits until it is ready. */
export async function serveProduct() {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { ...process.env, ...ENVIRONMENT, CHECKOUT_PORT: String(GATED_PORT), CHECKOUT_URL },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilReady(`${PRIVATE_URL}/ready`, READY_WITHIN_MS)
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
