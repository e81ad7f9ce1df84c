/** The address of what was looked for. The text is behind the `#`: an e-mail, say, reaches no proxy's log. */
export function findAddress(text: string): string {
  return `/find#${new URLSearchParams({ q: text })}`
}

/** The text in an address's fragment; empty without one. */
export function textIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('q') ?? ''
}
