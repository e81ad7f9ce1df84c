import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

import type { Log } from '../log.ts'
import type { Binaries } from './binaries.ts'
import { openToOthers, SHARED_STATE_DIRECTORY } from './shared-state.ts'
import { canEnter } from './unprivileged-user.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

/** Folder of binaries that `user` can run: npm's, or a copy when `user` cannot enter node_modules. */
export function reachableBinaries(
  binaries: Binaries,
  user: UnprivilegedUser | undefined,
  log: Log,
): string {
  if (user === undefined || canEnter(join(binaries.directory, 'bin'), user)) {
    return binaries.directory
  }
  const copy = join(
    SHARED_STATE_DIRECTORY,
    `postgresql-${binaries.version}-${process.platform}-${process.arch}`,
  )
  if (existsSync(copy)) return copy
  const incomplete = `${copy}.${process.pid}`
  openToOthers(() => {
    mkdirSync(SHARED_STATE_DIRECTORY, { recursive: true })
    cpSync(binaries.directory, incomplete, { recursive: true, verbatimSymlinks: true })
  })
  renameSync(incomplete, copy)
  log.info(
    `User ${user.name} cannot enter ${binaries.directory}: PostgreSQL was copied to ${copy}.`,
  )
  return copy
}
