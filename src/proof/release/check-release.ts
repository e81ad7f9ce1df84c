import { BASELINE } from '#server/database/migrate/migrations.ts'
import type { Facts } from './read-facts.ts'

export interface Check {
  name: string
  /** What is wrong, and what to do; undefined where it holds. */
  fault: string | undefined
}

const HEADING = /^## (.+)$/m
const RELEASED = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/
const SHOWN_MAX = 5

/** The checks of a release that can be made on files alone. */
export function checkRelease(facts: Facts): Check[] {
  const version = facts.packageVersion
  const heading = HEADING.exec(facts.changelog)?.[1] ?? ''
  const [, noted, date] = RELEASED.exec(heading) ?? []
  const unnamed = Object.entries(facts.namingTarball)
    .filter(([, text]) =>
      [...text.matchAll(/hosted-checkout-([\d.]+)\.tgz/g)].some(([, named]) => named !== version),
    )
    .map(([path]) => path)
  return [
    check(
      'the files are those of the commit',
      facts.changed.length === 0,
      `commit or remove: ${facts.changed.slice(0, SHOWN_MAX).join(', ')}`,
    ),
    check(
      'package.json, its lock file and releases.ts have one version',
      [...facts.lockVersions, facts.codeVersion].every((other) => other === version),
      `${version} in package.json, ${facts.lockVersions.join(' and ')} in package-lock.json, ${facts.codeVersion} in src/server/database/migrate/releases.ts`,
    ),
    check(
      'the version is a new one',
      !facts.earlierVersions.includes(version),
      `${version} stands among the earlier releases in src/server/database/migrate/releases.ts`,
    ),
    check(
      'the changelog begins with this version',
      noted === version,
      `its first heading is "${heading}"; write "## ${version} - ${facts.today}"`,
    ),
    check(
      'its date has come',
      date === undefined || date <= facts.today,
      `${date} is after today, ${facts.today}`,
    ),
    check(
      'the documents name the tarball of this version',
      unnamed.length === 0,
      `change in ${unnamed.join(', ')}`,
    ),
    ...checksAgainst(facts.releaseBefore, facts),
    check(
      'migrations are numbered without a gap',
      facts.migrationFault === undefined,
      facts.migrationFault ?? '',
    ),
  ]
}

/** The checks against the release before; the first release has only one migration instead. */
function checksAgainst(
  before: string | undefined,
  { operatingGuide, changedMigrations, migrations }: Facts,
): Check[] {
  if (before === undefined)
    return [
      check(
        'a first release has one migration, the baseline',
        migrations.join() === BASELINE,
        `the migrations are ${migrations.join(', ')}; put them into ${BASELINE}, or name the release before in src/server/database/migrate/releases.ts`,
      ),
    ]
  return [
    check(
      'the operating guide has the way from the release before, and back',
      operatingGuide.includes(`## Upgrade from ${before}`) &&
        operatingGuide.includes(`--back-to ${before}`),
      `write "## Upgrade from ${before}" into docs/guides/operating.md, with --back-to ${before}`,
    ),
    check(
      'migrations of the release before are as they were',
      changedMigrations?.length === 0,
      changedMigrations === undefined
        ? `the history of ${before} is not here: git fetch --unshallow`
        : `restore ${changedMigrations.join(', ')}`,
    ),
  ]
}

function check(name: string, holds: boolean, fault: string): Check {
  return { name, fault: holds ? undefined : fault }
}
