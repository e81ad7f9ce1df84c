import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ENVIRONMENT, PRIVATE_URL } from '../product.ts'
import { waitUntilReady } from './wait-until-ready.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')
const READY_WITHIN_MS = 120_000

/** Starts the product as Playwright does for Chromium, and waits until it is ready. */
export async function serveProduct() {
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { ...process.env, ...ENVIRONMENT },
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
