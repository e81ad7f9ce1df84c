import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCheckout } from '../testing/cli/command-line.fixture.ts'
import { freePorts, startServerProcess } from '../testing/cli/server-process.fixture.ts'

export interface Sandbox {
  /** A merchant's settings: API_URL, API_KEY, WEBHOOK_SECRET, MERCHANT_ID. */
  variables: Record<string, string>
  close(): Promise<void>
}

/** Starts a sandbox with its own database, and creates a merchant. */
export async function openSandbox(): Promise<Sandbox> {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-nodes-'))
  const ports = await freePorts('API_PORT', 'CHECKOUT_PORT', 'STORE_PORT', 'PRIVATE_PORT')
  const server = { ...ports, DATA_DIR: directory, LOG_LEVEL: 'warn' }
  // A process of its own: this program starts others meanwhile, and waits for them.
  const serving = await startServerProcess('api,worker', server)
  const close = async () => {
    await serving.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  const made = await runCheckout('merchants create --name Nodes --env', server)
  const variables = Object.fromEntries(
    Array.from(made.stdout.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  if (variables['API_KEY'] !== undefined) return { variables, close }
  await close()
  throw new Error(`No merchant could be made: ${made.stderr}`)
}
