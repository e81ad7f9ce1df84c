const PATHS_MAX = 5
const LENGTH_MAX = 120
const NAME = /^[A-Za-z][\w-]{0,39}$/
const POSITION = /^\d+$/

/**
 * The fields that a refusal names, as a log may keep them: sorted, at most five. Positions in a list are written as `*`, and
 * so is the rest of a path from a key on that is not a name: a key can be anything that a caller sent, an e-mail address,
 * say.
 */
export function loggablePaths(paths: readonly string[]): string[] {
  const written = new Set(paths.map(loggablePath))
  written.delete('*')
  return [...written].toSorted().slice(0, PATHS_MAX)
}

function loggablePath(path: string): string {
  const kept: string[] = []
  for (const key of path.split('.')) {
    const isName = NAME.test(key) && kept.at(-1) !== 'metadata'
    kept.push(isName ? key : '*')
    if (!isName && !POSITION.test(key)) break
  }
  return kept.join('.').slice(0, LENGTH_MAX)
}
