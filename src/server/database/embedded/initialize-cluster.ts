import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { DATABASE_NAME, DATABASE_USER, processOptions, type Home } from './home.ts'
import { isAlive } from './process-table.ts'

const PASSWORD_BYTES = 32
const COMMAND_TIMEOUT_MS = 120_000

const INITDB_OPTIONS = [
  // Explicit, because the defaults follow the machine's locale: LANG=C would give SQL_ASCII.
  '--encoding=UTF8',
  '--auth=scram-sha-256',
  '--data-checksums',
  '--no-instructions',
  `--username=${DATABASE_USER}`,
]

/** PostgreSQL 17 added this locale provider, which does not depend on the machine's locales. */
const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
const MACHINE_LOCALE = ['--locale=C.UTF-8']

/** Creates the cluster and its database once. Atomic: an interrupted run leaves no cluster. */
export function initializeCluster(
  home: Home,
  binaries: string,
  { major, durable }: { major: number; durable: boolean },
): void {
  if (existsSync(home.cluster)) return
  removeIncompleteClusters(home)
  writePassword(home)
  const incomplete = `${home.cluster}.incomplete-${process.pid}`
  const initdb = [
    '-D',
    incomplete,
    `--pwfile=${home.passwordFile}`,
    ...INITDB_OPTIONS,
    ...(major >= 17 ? BUILTIN_LOCALE : MACHINE_LOCALE),
  ]
  run(home, join(binaries, 'bin', 'initdb'), durable ? initdb : [...initdb, '--no-sync'])
  run(
    home,
    join(binaries, 'bin', 'postgres'),
    ['--single', '-D', incomplete, 'postgres'],
    `create database ${DATABASE_NAME}\n`,
  )
  try {
    renameSync(incomplete, home.cluster)
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true })
    // Another process that started at the same moment has created the cluster.
    if (!existsSync(home.cluster)) throw error
  }
}

/** Throws when another major version of PostgreSQL wrote the data. */
export function checkMajorVersion(home: Home, major: number): void {
  const found = readFileSync(join(home.cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === String(major)) return
  throw new EmbeddedPostgresError(
    `${home.cluster} was written by PostgreSQL ${found}, and this release brings PostgreSQL ${major}. ` +
      'Go back to the release that wrote it to export the data, or serve the folder with ' +
      `PostgreSQL ${found} and set DATABASE_URL; to begin empty, move ${home.directory} away.`,
  )
}

function removeIncompleteClusters(home: Home): void {
  const prefix = `${basename(home.cluster)}.incomplete-`
  for (const name of readdirSync(home.directory)) {
    if (name.startsWith(prefix) && !isBeingMade(name.slice(prefix.length))) {
      rmSync(join(home.directory, name), { recursive: true })
    }
  }
}

function isBeingMade(pid: string): boolean {
  return Number(pid) !== process.pid && isAlive(Number(pid))
}

/** Written before the cluster, so that every cluster has a stored password. */
function writePassword(home: Home): void {
  if (existsSync(home.passwordFile)) return
  const draft = `${home.passwordFile}.${process.pid}`
  writeFileSync(draft, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600 })
  if (home.user !== undefined) chownSync(draft, home.user.uid, home.user.gid)
  try {
    linkSync(draft, home.passwordFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function run(home: Home, command: string, args: string[], input = ''): void {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
    ...processOptions(home),
    input,
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
  })
  if (status === 0) return
  const outcome = error?.message ?? `ended with ${signal ?? `status ${status}`}`
  throw new EmbeddedPostgresError(
    `${basename(command)} ${outcome}:\n${`${stdout}${stderr}`.trim()}`,
  )
}
