/** An absolute address; null where it is none. What `URL.parse` does, which Node 20 has not. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
