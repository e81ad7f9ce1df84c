/** A URL as it may be written down: what stands behind the path may be a secret of its receiver. */
export function withoutQuery(url: string | null): string | null {
  if (url === null) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
