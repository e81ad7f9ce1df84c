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
const RELAUNCHES_MAX = 5
const RELAUNCH_DELAY_MS = 200
const RELAUNCH_DELAY_MAX_MS = 1000
/** A server that lasted this long may fail as often again. */
const STEADY_AFTER_MS = 60_000

export interface Supervised {
  port: number
  replacedOrphan: boolean
  stop: () => Promise<void>
}

interface Supervision {
  binaries: string
  settings: Settings
  /** How often in a row. */
  relaunchesMax?: number | undefined
}

/** Keeps PostgreSQL running on one port until told to stop. */
export async function supervise(
  home: Home,
  { binaries, settings, relaunchesMax = RELAUNCHES_MAX }: Supervision,
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
      if (failures === relaunchesMax) {
        log.warn(`PostgreSQL failed ${failures} times in a row; it stays down.`)
        break
      }
      failures += 1
      log.warn('PostgreSQL ended by itself; starting it again.')
      try {
        await sleep(Math.min((failures - 1) * RELAUNCH_DELAY_MS, RELAUNCH_DELAY_MAX_MS))
        await takeOver(home, log)
        guardian = await launch(home, binaries, port, settings)
      } catch (error) {
        log.warn(String(error))
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
