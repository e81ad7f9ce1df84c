import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EARLIER_RELEASES, THIS_RELEASE, type Release } from './releases.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
  /** A single `create index concurrently`, outside a transaction. */
  isConcurrent: boolean
  /** The oldest release that serves the schema after it. */
  oldestRelease: string
}

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../migrations', import.meta.url))

/** The first migration: the whole schema of the first release. */
export const BASELINE = '0001_baseline.sql'

const CONCURRENT = '-- concurrently\n'

/** The line `-- needs 0.4.0`, in a file after which releases before 0.4.0 cannot serve. */
const NEEDS = /^-- needs (\d+\.\d+\.\d+)$/m

const FILE_NAME = /^(\d{4})_[a-z0-9_-]+\.sql$/

/** The migrations of a directory in order; throws when their numbers have gaps or duplicates. */
export async function readMigrations(
  directory: string,
  releases: readonly Release[] = EARLIER_RELEASES,
): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return await Promise.all(
    names.map(async (name, index) => {
      const number = Number(FILE_NAME.exec(name)?.[1])
      if (number !== index + 1) {
        const expected = String(index + 1).padStart(4, '0')
        throw new Error(`Migration ${name} should be called ${expected}_<name>.sql`)
      }
      // Git may check out other line ends.
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const oldestRelease = NEEDS.exec(sql)?.[1] ?? releaseBeforeMigration(number, releases)
      return {
        number,
        name,
        sql,
        checksum,
        isConcurrent: sql.startsWith(CONCURRENT),
        oldestRelease,
      }
    }),
  )
}

/**
 * The release before the migration: it serves while the migration runs, and may start again afterwards. Of the
 * first release's own migrations it is that release.
 */
function releaseBeforeMigration(number: number, releases: readonly Release[]): string {
  const before = releases.filter(({ lastMigration }) => lastMigration < number).at(-1)
  return before?.version ?? releases[0]?.version ?? THIS_RELEASE
}
