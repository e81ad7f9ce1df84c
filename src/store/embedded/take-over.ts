import type { Log } from '../log.ts'
import { EmbeddedPostgresError, EmbeddedPostgresInUse } from './embedded-postgres-error.ts'
import type { Home } from './home.ts'
import { removeStalePidFile, runningPostmaster, stopPostmaster } from './postmaster.ts'
import { commandLine, isAlive, waitUntilGone } from './process-table.ts'
import { readState } from './state-file.ts'

const GUARDIAN_STOP_TIMEOUT_MS = 70_000

/**
 * Makes sure that nobody serves the cluster: refuses when another process does, waits for a server that
 * is stopping, and stops one that lost its guardian. Resolves to whether there was such an orphan.
 */
export async function takeOver(home: Home, log: Log): Promise<boolean> {
  const guardian = livingGuardian(home)
  if (guardian !== undefined) {
    if (isAlive(guardian.ownerPid))
      throw new EmbeddedPostgresInUse(home.directory, guardian.ownerPid)
    await untilStopped(guardian.pid)
  }
  const orphan = runningPostmaster(home.cluster)
  if (orphan !== undefined) {
    log.warn(`PostgreSQL (process ${orphan.pid}) was left running without an owner; stopping it.`)
    await stopPostmaster(orphan)
  }
  removeStalePidFile(home.cluster)
  return orphan !== undefined
}

function livingGuardian(home: Home): { pid: number; ownerPid: number } | undefined {
  const state = readState(home.stateFile)
  if (state === undefined) return undefined
  const isGuardian = commandLine(state.guardianPid)?.includes(JSON.stringify(home.cluster)) === true
  return isGuardian ? { pid: state.guardianPid, ownerPid: state.ownerPid } : undefined
}

async function untilStopped(guardianPid: number): Promise<void> {
  if (await waitUntilGone(guardianPid, GUARDIAN_STOP_TIMEOUT_MS)) return
  throw new EmbeddedPostgresError(`The previous server (guardian ${guardianPid}) does not stop.`)
}
