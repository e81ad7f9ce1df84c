/** A URL without its query, which may contain the receiver's secrets. */
export function withoutQuery(url: string | null): string | null {
  if (url === null) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
