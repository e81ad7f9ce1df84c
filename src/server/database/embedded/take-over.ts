import type { Log } from '../log.ts'
import { EmbeddedPostgresError, EmbeddedPostgresInUse } from './embedded-postgres-error.ts'
import { guardianOf } from './guardian-order.ts'
import type { Home } from './home.ts'
import { removeStalePidFile, runningPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive, waitUntilGone } from './process-table.ts'

const GUARDIAN_STOP_TIMEOUT_MS = 70_000

/**
 * Ensures that no server runs on the cluster: throws `EmbeddedPostgresInUse` when another process owns one, waits for
 * one that is stopping, and stops one that lost its guardian. Resolves to whether there was such an orphan.
 */
export async function takeOver(home: Home, log: Log): Promise<boolean> {
  const postmaster = runningPostmaster(home.cluster)
  const guardian = postmaster && guardianOf(postmaster.pid)
  if (guardian !== undefined) {
    if (isAlive(guardian.ownerPid)) {
      throw new EmbeddedPostgresInUse(home.directory, guardian.ownerPid)
    }
    await untilGone(guardian.pid)
  } else if (postmaster !== undefined) {
    log.warn(
      `PostgreSQL (process ${postmaster.pid}) was left running without an owner; stopping it.`,
    )
    await stopPostmaster(postmaster)
  }
  removeStalePidFile(home.cluster)
  return postmaster !== undefined && guardian === undefined
}

async function untilGone(guardianPid: number): Promise<void> {
  if (await waitUntilGone(guardianPid, GUARDIAN_STOP_TIMEOUT_MS)) return
  throw new EmbeddedPostgresError(`The previous server (guardian ${guardianPid}) does not stop.`)
}
