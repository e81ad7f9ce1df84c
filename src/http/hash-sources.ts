/** Hashes as CSP sources. */
export function hashSources(hashes: readonly string[]): string {
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ')
}
