import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '../log.ts'
import { EmbeddedPostgresInUse } from './embedded-postgres-error.ts'
import { freePort } from './free-port.ts'
import type { Home } from './home.ts'
import { hasEnded, launch } from './launch.ts'
import type { Settings } from './launch.ts'
import { takeOver } from './take-over.ts'

const FIRST_LAUNCHES_MAX = 3
const RELAUNCH_DELAY_MS = 200
const RELAUNCH_DELAY_MAX_MS = 2000
/** After this uptime the backoff starts again at zero. */
const STEADY_AFTER_MS = 60_000
/** Logs the first failures to start, then every 20th. */
const FAILURES_LOGGED = 3
const FAILURE_LOGGED_EVERY = 20

export interface Supervised {
  port: number
  replacedOrphan: boolean
  stop: () => Promise<void>
}

interface Supervision {
  binaries: string
  settings: Settings
}

/**
 * Keeps PostgreSQL running on one port until `stop`. Restarts it with backoff and without a limit: the cause of a failed
 * start, such as a full disk, may pass.
 */
export async function supervise(
  home: Home,
  { binaries, settings }: Supervision,
  log: Log,
): Promise<Supervised> {
  const replacedOrphan = await takeOver(home, log)
  const first = await launchOnFreePort(home, binaries, settings, log)
  const { port } = first
  let { guardian } = first
  const stopping = new AbortController()

  const supervision = (async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const steady = setTimeout(() => (failures = 0), STEADY_AFTER_MS).unref()
      await ended(guardian)
      clearTimeout(steady)
      if (stopping.signal.aborted) break
      failures += 1
      log.warn('PostgreSQL ended by itself; starting it again.')
      try {
        await sleep(Math.min((failures - 1) * RELAUNCH_DELAY_MS, RELAUNCH_DELAY_MAX_MS))
        await takeOver(home, log)
        guardian = await launch(home, binaries, port, settings)
      } catch (error) {
        if (failures <= FAILURES_LOGGED || failures % FAILURE_LOGGED_EVERY === 0)
          log.warn(String(error))
      }
      if (stopping.signal.aborted) release(guardian)
    }
    await ended(guardian)
    // The guardian itself was killed: PostgreSQL still runs.
    if (guardian.signalCode !== null) await takeOver(home, log)
  })()

  return {
    port,
    replacedOrphan,
    stop() {
      stopping.abort()
      release(guardian)
      return supervision
    },
  }
}

/** Retries on another port: the first may have been taken meanwhile, or a killed server may still be stopping. */
async function launchOnFreePort(
  home: Home,
  binaries: string,
  settings: Settings,
  log: Log,
): Promise<{ guardian: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    try {
      return { guardian: await launch(home, binaries, port, settings), port }
    } catch (error) {
      if (attempt === FIRST_LAUNCHES_MAX || error instanceof EmbeddedPostgresInUse) throw error
      await sleep(RELAUNCH_DELAY_MS)
      await takeOver(home, log)
    }
  }
}

/** Closes the guardian's standard input, which makes it stop PostgreSQL. */
function release(guardian: ChildProcess): void {
  guardian.ref()
  guardian.stdin?.destroy()
}

async function ended(guardian: ChildProcess): Promise<void> {
  if (!hasEnded(guardian)) await once(guardian, 'exit')
}
