import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '../engine/log.ts'
import { locateBinaries, reachableBinaries, type Binaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { connectionUrl, findHome, openHome, type Home } from './home.ts'
import { checkMajorVersion, initializeCluster } from './initialize-cluster.ts'
import { hasEnded, launch, type Settings } from './launch.ts'
import { runningPostmaster, takeOver } from './postmaster.ts'

const FIRST_LAUNCHES_MAX = 3
const RELAUNCH_DELAY_MS = 1_000

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: Log
  settings?: Settings
  /** Default: those that npm installed with the project. */
  binaries?: Binaries
  /** Chooses a free port, which another program may take before PostgreSQL does. */
  choosePort?: () => Promise<number>
}

export interface EmbeddedPostgres {
  url: string
  stop: () => Promise<void>
}

/**
 * Runs PostgreSQL on `dataDir/postgres` while this process lives. The URL stays the same until `stop`,
 * also when PostgreSQL crashes and is restarted. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
  binaries: installed = locateBinaries(),
  choosePort,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = openHome(dataDir, log)
  const binaries = reachableBinaries(installed, home.user, log)
  const { major } = installed
  initializeCluster(home, binaries, { major, durable: settings['fsync'] !== 'off' })
  checkMajorVersion(home, major)
  const { port, stop } = await supervise(home, { binaries, settings, choosePort }, log)
  return { url: connectionUrl(home, port), stop }
}

/** Connection URL of the server that another process runs on `dataDir`; undefined when none does. */
export function attachEmbeddedPostgres({
  dataDir,
}: {
  dataDir: string
}): { url: string } | undefined {
  const home = findHome(dataDir)
  if (home === undefined) return undefined
  const postmaster = runningPostmaster(home.cluster)
  return postmaster?.ready === true ? { url: connectionUrl(home, postmaster.port) } : undefined
}

interface Launching {
  binaries: string
  settings: Settings
  choosePort?: (() => Promise<number>) | undefined
}

/**
 * Keeps PostgreSQL running on one port until `stop`. Restarts it without a limit: the cause of a failed start, such as
 * a full disk, may pass.
 */
export async function supervise(
  home: Home,
  launching: Launching,
  log: Log,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { port, guardian: first } = await launchOnFreePort(home, launching, log)
  const { binaries, settings } = launching
  let guardian = first
  const stopping = new AbortController()

  const supervision = (async () => {
    while (!stopping.signal.aborted) {
      await ended(guardian)
      if (stopping.signal.aborted) break
      log.warn('PostgreSQL ended by itself; starting it again.')
      try {
        await takeOver(home, log)
        guardian = await launch(home, binaries, port, settings)
      } catch (error) {
        log.warn(String(error))
        await sleep(RELAUNCH_DELAY_MS)
      }
      if (stopping.signal.aborted) release(guardian)
    }
    await ended(guardian)
    // The guardian itself was killed: PostgreSQL still runs.
    if (guardian.signalCode !== null) await takeOver(home, log)
  })()

  return {
    port,
    stop() {
      stopping.abort()
      release(guardian)
      return supervision
    },
  }
}

/** Tries again on another port: another program may have taken the first meanwhile. */
async function launchOnFreePort(
  home: Home,
  { binaries, settings, choosePort = freePort }: Launching,
  log: Log,
): Promise<{ guardian: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    await takeOver(home, log)
    const port = await choosePort()
    try {
      return { guardian: await launch(home, binaries, port, settings), port }
    } catch (error) {
      if (attempt === FIRST_LAUNCHES_MAX) throw error
      await sleep(RELAUNCH_DELAY_MS)
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
