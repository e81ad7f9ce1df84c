import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'

import type { Log } from '../log.ts'
import { makeMarkedDirectory } from './data-marker.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { openToOthers, SHARED_STATE_DIRECTORY } from './shared-state.ts'
import { canEnter, unprivilegedUser } from './unprivileged-user.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

/** The folder of the embedded server: cluster, password and log. */
export interface Home {
  directory: string
  cluster: string
  passwordFile: string
  logFile: string
  /** System user that runs PostgreSQL; undefined for the user of this process. */
  user: UnprivilegedUser | undefined
}

const PRIVATE = 0o700
/** The default of `mkdir`: the user that runs PostgreSQL may enter it. */
const SEARCHABLE = 0o777

/** The existing folder; undefined before the first start. */
export function findHome(dataDir: string): Home | undefined {
  const path = join(resolve(dataDir), 'postgres')
  return existsSync(path) ? describeHome(realpathSync(path)) : undefined
}

/** Opens the folder; creates it where the user that runs PostgreSQL can reach it. */
export function openHome(dataDir: string, log: Log): Home {
  const path = join(resolve(dataDir), 'postgres')
  makeMarkedDirectory(dirname(path), SEARCHABLE)
  if (!existsSync(path)) createHome(path, log)
  const home = describeHome(realpathSync(path))
  const { directory, user } = home
  if (user === undefined) return home
  chownSync(directory, user.uid, user.gid)
  if (canEnter(directory, user)) return home
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and user ${user.name} cannot enter ${directory}. ` +
      'Open its parent folders for search, run as another user, or set DATABASE_URL.',
  )
}

function createHome(path: string, log: Log): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new EmbeddedPostgresError(
      `${path} points to a folder that is gone. Restore that folder, or remove the link to begin empty.`,
    )
  }
  const user = unprivilegedUser()
  if (user === undefined || canEnter(dirname(path), user)) {
    makeMarkedDirectory(path, PRIVATE)
    return
  }
  openToOthers(() => mkdirSync(SHARED_STATE_DIRECTORY, { recursive: true }))
  const elsewhere = join(SHARED_STATE_DIRECTORY, `data-${randomUUID()}`)
  makeMarkedDirectory(elsewhere, PRIVATE)
  // A link, so that deleting the data directory starts with an empty database, as expected.
  symlinkSync(elsewhere, path)
  log.info(
    `PostgreSQL does not run as root, and user ${user.name} cannot enter ${dirname(path)}: ` +
      `the database is kept in ${elsewhere}, linked from ${path}.`,
  )
}

function describeHome(directory: string): Home {
  return {
    directory,
    cluster: join(directory, 'cluster'),
    passwordFile: join(directory, 'password'),
    logFile: join(directory, 'postgres.log'),
    user: unprivilegedUser(directory),
  }
}
