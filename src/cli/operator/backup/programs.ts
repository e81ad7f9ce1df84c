import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { locateBinaries, reachableBinaries } from '#server/database/embedded/binaries.ts'
import type { UnprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import type { Log } from '#server/database/engine/log.ts'

/** PostgreSQL's programs of one major version on this machine. */
export interface Programs {
  /** The folder with `bin` of the server that runs the copy. */
  server: string | undefined
  /** The folder with `pg_basebackup` and `pg_receivewal`. */
  copiers: string | undefined
}

/** Finds programs of the major version: in the given folder, in packages' folders, on PATH, or in the npm package. */
export function findPrograms(
  major: number,
  named: string | undefined,
  user: UnprivilegedUser | undefined,
  log: Log,
  path = '',
): Programs {
  const usual = [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
    `/usr/local/opt/postgresql@${major}/bin`,
    ...path.split(delimiter),
  ]
  const folders = named === undefined ? usual : [named]
  const has = (program: string) => (folder: string) => isOf(major, join(folder, program))
  const server = folders.find((folder) => basename(folder) === 'bin' && has('postgres')(folder))
  return {
    server: server === undefined ? embedded(major, user, log) : dirname(server),
    copiers: folders.find((folder) => has('pg_basebackup')(folder) && has('pg_receivewal')(folder)),
  }
}

/** Whether a program is of this major version, by its output: `pg_basebackup (PostgreSQL) 15.14 (Debian …)`. */
function isOf(major: number, program: string): boolean {
  if (!existsSync(program)) return false
  try {
    const text = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return Number(/\(PostgreSQL\) (\d+)/.exec(text)?.[1]) === major
  } catch {
    return false
  }
}

function embedded(major: number, user: UnprivilegedUser | undefined, log: Log) {
  try {
    const installed = locateBinaries()
    return installed.major === major ? reachableBinaries(installed, user, log) : undefined
  } catch {
    return undefined
  }
}
