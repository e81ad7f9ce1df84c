const LENGTH_MAX = 600

/**
 * A path as a JSON pointer in a URI fragment, such as `#/metadata/a.b` (RFC 6901, section 6). For a path that is too long, it
 * is the pointer to the nearest parent that fits.
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  let pointer = '#'
  for (const key of path) {
    const longer = `${pointer}/${tokenOf(String(key))}`
    if (longer.length > LENGTH_MAX) return pointer
    pointer = longer
  }
  return pointer
}

function tokenOf(key: string): string {
  const escaped = key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
  return encodeURI(escaped).replaceAll('#', '%23')
}
