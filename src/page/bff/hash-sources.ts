/** What has one of these hashes, as a content security policy names it. */
export function hashSources(hashes: readonly string[]): string {
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ')
}
