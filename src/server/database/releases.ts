export interface Release {
  /** `major.minor.patch`. */
  version: string
  /** The commit in the project's history that holds the release's source. */
  commit: string
  /** Number of the last migration that it ships. */
  lastMigration: number
}

/** Releases before this one, oldest first. A new release is added here in the commit after it. */
export const EARLIER_RELEASES: readonly [Release, ...Release[]] = [
  {
    version: '0.1.0',
    commit: '7fe930442aa3503881febc3e967628f87b6d6874',
    lastMigration: 10,
  },
]

/** As package.json has it: `npm run release` compares the two. */
export const THIS_RELEASE = '0.2.0'

/** The release before this one: the one that a database can go back to. */
export function releaseBefore(releases: readonly [Release, ...Release[]]): Release {
  return releases.at(-1) ?? releases[0]
}

/** Whether a version is the other one, or a later one. */
export function isAtLeast(version: string, other: string): boolean {
  const parts = version.split('.').map(Number)
  const others = other.split('.').map(Number)
  for (const [index, part] of parts.entries()) {
    const difference = part - (others[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
