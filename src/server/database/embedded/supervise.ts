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
/** A server that lasted this long is started again at once. */
const STEADY_AFTER_MS = 60_000
/** Why it does not start is told so often, and then now and then. */
const REASONS_MAX = 3
const REASON_EVERY = 20

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
 * Keeps PostgreSQL running on one port until told to stop. It is never given up: what keeps it from starting, as a full
 * disk does, may be over a minute later.
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
        if (failures <= REASONS_MAX || failures % REASON_EVERY === 0) log.warn(String(error))
      }
      if (stopping.signal.aborted) release(guardian)
    }
    await ended(guardian)
    // Someone killed the guardian itself: what it guarded is still there.
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

/** Tried again whatever the reason: a port taken in between, the remains of a server just killed. */
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

/** The guardian reads the end of its input as the end of this process. */
function release(guardian: ChildProcess): void {
  guardian.ref()
  guardian.stdin?.destroy()
}

async function ended(guardian: ChildProcess): Promise<void> {
  if (!hasEnded(guardian)) await once(guardian, 'exit')
}
