import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { MARKER, type Home } from './home.ts'
import { commandLine, isAlive } from './process-table.ts'

const PASSWORD = /^[\w-]{43}$/
const INCOMPLETE = /^cluster\.incomplete-(\d+)$/
const WRITTEN = /^(cluster(\.incomplete-\d+)?|password(\.\d+)?|postgres\.log)$/

/** Whether we made the folder: it carries the marker, or holds a cluster and its password as earlier releases made them. */
export function isOurHome({ directory, cluster, passwordFile }: Home): boolean {
  if (existsSync(join(directory, MARKER))) return true
  if (!existsSync(join(cluster, 'PG_VERSION')) || !existsSync(passwordFile)) return false
  return PASSWORD.test(readFileSync(passwordFile, 'utf8').trim())
}

/** Names in the folder that we did not write. */
export function foreignNamesIn({ directory }: Home): string[] {
  return readdirSync(directory).filter((name) => name !== MARKER && !WRITTEN.test(name))
}

/** Throws `EmbeddedPostgresError` while a server runs on the cluster, may run on it, or makes it. */
export function refuseUsedHome({ directory, cluster }: Home): void {
  refuseRunning(cluster, cluster)
  for (const name of readdirSync(directory)) {
    const pid = Number(INCOMPLETE.exec(name)?.[1] ?? 0)
    if (pid > 0 && pid !== process.pid && isAlive(pid))
      throw new EmbeddedPostgresError(`Process ${pid} makes a database in ${directory}.`)
  }
}

/** Removes what we wrote into the folder, and the folder if nothing else is in it. Throws `EmbeddedPostgresError`. */
export function removeHome(home: Home): void {
  refuseUsedHome(home)
  const { directory, cluster } = home
  // Nobody can start a server on the cluster under this name.
  const condemned = `${cluster}.incomplete-${process.pid}`
  if (existsSync(cluster)) {
    renameSync(cluster, condemned)
    try {
      refuseRunning(condemned, cluster)
    } catch (error) {
      renameSync(condemned, cluster)
      throw error
    }
  }
  for (const name of readdirSync(directory))
    if (WRITTEN.test(name) && name !== basename(cluster))
      rmSync(join(directory, name), { recursive: true, force: true })
  removeIfEmpty(directory)
}

/** Removes a folder that holds nothing but our marker. Returns whether it is gone. */
export function removeIfEmpty(directory: string): boolean {
  if (readdirSync(directory).some((name) => name !== MARKER)) return false
  rmSync(join(directory, MARKER), { force: true })
  rmdirSync(directory)
  return true
}

/** Throws if `postmaster.pid` exists: it remains after a crash, and is the only sign of a server in another container. */
function refuseRunning(cluster: string, name: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10))
  throw new EmbeddedPostgresError(
    commandLine(pid)?.includes('postgres') === true
      ? `PostgreSQL runs on ${name} (process ${pid}). Stop the server first.`
      : `${join(name, 'postmaster.pid')} is there: PostgreSQL was not shut down, or runs in another container. ` +
          'Start the server once with "npx --no checkout serve", and stop it.',
  )
}
