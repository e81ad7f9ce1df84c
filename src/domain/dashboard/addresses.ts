/** The address of what was looked for. The text is behind the `#`: an e-mail, say, reaches no proxy's log. */
export function findAddress(text: string): string {
  return `/find#${new URLSearchParams({ q: text })}`
}

/** The text in an address's fragment; empty without one. */
export function textIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('q') ?? ''
}

/** Where a merchant's webhook endpoint is, and one of its events. */
export function webhookAddress(merchantId: string, eventId?: string): string {
  return `/m/${merchantId}/webhook${eventId === undefined ? '' : `/${eventId}`}`
}
