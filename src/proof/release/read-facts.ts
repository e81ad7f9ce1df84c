import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_DIRECTORY, readMigrations } from '#server/database/migrate/migrations.ts'
import {
  EARLIER_RELEASES,
  releaseBefore,
  THIS_RELEASE,
  type Release,
} from '#server/database/migrate/releases.ts'
import { whyNoHistory } from '../testing/release-source.ts'

export const PROJECT = join(import.meta.dirname, '../../..')

/** Documents that name the tarball which merchants install. */
const NAMING_TARBALL = ['README.md', 'docs/guides/merchant.md', 'docs/guides/testing.md']

/** All that the checklist compares. */
export interface Facts {
  /** Files that differ from the commit, as git names them. */
  changed: string[]
  today: string
  packageVersion: string
  /** The version in both places of the lock file. */
  lockVersions: (string | undefined)[]
  codeVersion: string
  earlierVersions: string[]
  /** Undefined for the first release. */
  releaseBefore: string | undefined
  changelog: string
  operatingGuide: string
  /** The text of each document, by its path. */
  namingTarball: Record<string, string>
  /** The names of the migrations; none where their numbers have a fault. */
  migrations: string[]
  /** The fault in the numbers of the migrations, such as a gap or a duplicate; undefined if there is none. */
  migrationFault: string | undefined
  /**
   * Migrations of the previous release that have changed since, none for the first release; undefined if the git history is not
   * available.
   */
  changedMigrations: string[] | undefined
}

export async function readFacts(now: Date): Promise<Facts> {
  const packageJson = JSON.parse(read('package.json')) as { version: string }
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  const before = releaseBefore(EARLIER_RELEASES)
  return {
    changed: git('status', '--porcelain').split('\n').filter(Boolean),
    today: now.toISOString().slice(0, 'yyyy-mm-dd'.length),
    packageVersion: packageJson.version,
    lockVersions: [lock.version, lock.packages['']?.version],
    codeVersion: THIS_RELEASE,
    earlierVersions: EARLIER_RELEASES.map(({ version }) => version),
    releaseBefore: before?.version,
    changelog: read('CHANGELOG.md'),
    operatingGuide: read('docs/guides/operating.md'),
    namingTarball: Object.fromEntries(NAMING_TARBALL.map((path) => [path, read(path)])),
    ...(await migrationFacts()),
    changedMigrations: changedMigrations(before),
  }
}

async function migrationFacts(): Promise<Pick<Facts, 'migrations' | 'migrationFault'>> {
  try {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY)
    return { migrations: migrations.map(({ name }) => name), migrationFault: undefined }
  } catch (error) {
    return { migrations: [], migrationFault: String(error) }
  }
}

function changedMigrations(before: Release | undefined): string[] | undefined {
  if (before === undefined) return []
  return whyNoHistory(before) === undefined ? changedSince(before.commit) : undefined
}

/** Paths of the commit's migrations that are different or missing now. */
function changedSince(commit: string): string[] {
  const folder = 'src/server/database/migrations'
  const names = git('ls-tree', '--name-only', commit, `${folder}/`).split('\n').filter(Boolean)
  return names.filter((path) => {
    const file = join(PROJECT, path)
    return !existsSync(file) || readFileSync(file, 'utf8') !== git('show', `${commit}:${path}`)
  })
}

function read(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

export function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 2 ** 29 })
}
