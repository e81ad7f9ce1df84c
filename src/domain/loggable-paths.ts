const PATHS_MAX = 5
const LENGTH_MAX = 120
const NAME = /^[A-Za-z][\w-]{0,39}$/
const POSITION = /^\d+$/

/**
 * The fields that a refusal names, as a log may keep them: sorted, at most five. A position in a list becomes `*`. A path ends
 * with `*` at its first key that is not a name: such a key can be anything that a caller sent, such as an e-mail address.
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
