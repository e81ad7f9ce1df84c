import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '#server/database/migrate/migrations.ts'
import { THIS_RELEASE } from '#server/database/migrate/releases.ts'

const PROJECT = join(import.meta.dirname, '../../../..')
const COPIED = ['src', 'package.json', '.env.sandbox']
const RELEASES = 'src/server/database/migrate/releases.ts'
const MIGRATIONS = 'src/server/database/migrations'

const [major = '0', minor = '0'] = THIS_RELEASE.split('.')
/** The version of a release after this one. */
export const LATER_RELEASE = `${major}.${Number(minor) + 1}.0`

/** Its migrations, one of each kind. This release cannot serve after the last. */
const MIGRATIONS_OF_LATER = [
  'alter table sessions add column shelf integer;',
  '-- concurrently\ncreate index concurrently if not exists sessions_by_shelf on sessions (shelf);',
  `-- needs ${LATER_RELEASE}\nalter table payments add column shelf integer;`,
]

/**
 * Puts this project's source into a new folder as a release after this one: with its version, the row of this release, and
 * migrations of each kind. Resolves to the path of its command line. Not needed once there is an earlier release.
 */
export async function placeLaterRelease(directory: string): Promise<string> {
  for (const name of COPIED) cpSync(join(PROJECT, name), join(directory, name), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(directory, 'node_modules'))
  const { length } = await readMigrations(join(directory, MIGRATIONS))
  const row = `[{ version: '${THIS_RELEASE}', commit: '', lastMigration: ${length} }]`
  const text = readFileSync(join(directory, RELEASES), 'utf8')
  const changed = text
    .replace(/(EARLIER_RELEASES: readonly Release\[\] =) \[\]/, `$1 ${row}`)
    .replace(`THIS_RELEASE = '${THIS_RELEASE}'`, `THIS_RELEASE = '${LATER_RELEASE}'`)
  if (!changed.includes(row) || !changed.includes(`'${LATER_RELEASE}'`))
    throw new Error(`${RELEASES} has no place for the row of a release`)
  writeFileSync(join(directory, RELEASES), changed)
  for (const [index, sql] of MIGRATIONS_OF_LATER.entries()) {
    const number = String(length + index + 1).padStart(4, '0')
    writeFileSync(join(directory, MIGRATIONS, `${number}_later.sql`), `${sql}\n`)
  }
  return join(directory, 'src/cli/checkout.js')
}
