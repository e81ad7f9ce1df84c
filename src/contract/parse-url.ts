/** Parses an absolute URL; null when invalid. Node 20 lacks `URL.parse`. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
