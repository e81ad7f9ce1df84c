export interface Release {
  /** `major.minor.patch`. */
  version: string
  /** The commit in the project's history that holds the release's source. */
  commit: string
  /** Number of the last migration that it ships. */
  lastMigration: number
}

/**
 * Releases before this one, oldest first; none before the first. The first commit of a change that adds a migration after a
 * release writes that release's row here, with the last commit that had its version, and raises `THIS_RELEASE`.
 */
export const EARLIER_RELEASES: readonly Release[] = []

/** As package.json has it: `npm run release` compares the two. */
export const THIS_RELEASE = '0.3.0'

/** The last release before this one, to which a database can go back; undefined in the first. */
export function releaseBefore(releases: readonly Release[]): Release | undefined {
  return releases.at(-1)
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
