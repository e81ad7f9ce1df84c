import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'

import type { Log } from '../log.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { canEnter, unprivilegedUser } from './unprivileged-user.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

/** Everything the embedded server keeps, in one folder. */
export interface Home {
  directory: string
  cluster: string
  passwordFile: string
  logFile: string
  /** Who runs PostgreSQL; undefined when it is the user of this process. */
  user: UnprivilegedUser | undefined
}

const PRIVATE = 0o700

/** Where root keeps what its own folders hide from the user that runs PostgreSQL. */
export const SHARED_STATE_DIRECTORY = '/var/lib/hosted-checkout'

/** The folder as an earlier start left it; undefined when there was none. */
export function findHome(dataDir: string): Home | undefined {
  const place = join(resolve(dataDir), 'postgres')
  return existsSync(place) ? describeHome(realpathSync(place)) : undefined
}

/** The folder, made if need be where the user that runs PostgreSQL can reach it. */
export function openHome(dataDir: string, log: Log): Home {
  const place = join(resolve(dataDir), 'postgres')
  mkdirSync(dirname(place), { recursive: true })
  if (!existsSync(place)) createHome(place, log)
  const home = describeHome(realpathSync(place))
  if (home.user !== undefined && !canEnter(home.directory, home.user)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and user ${home.user.name} cannot enter ${home.directory}. ` +
        'Open its parent folders for search, run as another user, or set DATABASE_URL.',
    )
  }
  return home
}

function createHome(place: string, log: Log): void {
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) {
    throw new EmbeddedPostgresError(
      `${place} points to a folder that is gone. Restore that folder, or remove the link to begin empty.`,
    )
  }
  const user = unprivilegedUser()
  if (user === undefined || canEnter(dirname(place), user)) {
    makePrivateDirectory(place, user)
    return
  }
  mkdirSync(SHARED_STATE_DIRECTORY, { recursive: true })
  const elsewhere = join(SHARED_STATE_DIRECTORY, `data-${randomUUID()}`)
  makePrivateDirectory(elsewhere, user)
  // A link, so that removing the data directory forgets the database as everybody expects.
  symlinkSync(elsewhere, place)
  log.info(
    `PostgreSQL does not run as root, and user ${user.name} cannot enter ${dirname(place)}: ` +
      `the database is kept in ${elsewhere}, linked from ${place}.`,
  )
}

function makePrivateDirectory(directory: string, user: UnprivilegedUser | undefined): void {
  mkdirSync(directory, { mode: PRIVATE })
  if (user !== undefined) chownSync(directory, user.uid, user.gid)
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
