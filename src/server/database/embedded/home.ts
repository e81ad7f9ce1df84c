import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'

import type { Log } from '../engine/log.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { LOOPBACK } from './free-port.ts'
import {
  canEnter,
  makeShared,
  SHARED_STATE_DIRECTORY,
  unprivilegedUser,
  type UnprivilegedUser,
} from './unprivileged-user.ts'

/** The folder of the embedded server: cluster, password and log. */
export interface Home {
  directory: string
  cluster: string
  passwordFile: string
  logFile: string
  /** System user that runs PostgreSQL; undefined for the user of this process. */
  user: UnprivilegedUser | undefined
}

export const DATABASE_NAME = 'checkout'
export const DATABASE_USER = 'checkout'

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
  const elsewhere = join(SHARED_STATE_DIRECTORY, `data-${randomUUID()}`)
  makeShared(() => makeMarkedDirectory(elsewhere, PRIVATE))
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

export function connectionUrl({ passwordFile }: Home, port: number): string {
  const password = readFileSync(passwordFile, 'utf8')
  return `postgres://${DATABASE_USER}:${password}@${LOOPBACK}:${port}/${DATABASE_NAME}`
}

export interface ProcessOptions {
  cwd: string
  env: Record<string, string>
  uid?: number
  gid?: number
}

/** Options for PostgreSQL's programs: run as the home's user, without inherited PG* and locale variables. */
export function processOptions(home: Home): ProcessOptions {
  return {
    cwd: home.directory,
    env: { LC_ALL: 'C' },
    ...(home.user && { uid: home.user.uid, gid: home.user.gid }),
  }
}

/** Name of the file that marks a folder as made by this program. */
export const MARKER = '.hosted-checkout'

const TEXT =
  'Made by hosted-checkout. "npx --no checkout forget --everything" removes this folder.\n'

/** Makes a folder that carries the marker. A folder that exists is left as it is. */
export function makeMarkedDirectory(directory: string, mode: number): void {
  if (mkdirSync(directory, { recursive: true, mode }) === undefined) return
  writeFileSync(join(directory, MARKER), TEXT)
}
