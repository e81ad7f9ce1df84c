/** The path of the find page for a text. The text is in the fragment, so that an e-mail address reaches no proxy's log. */
export function findAddress(text: string): string {
  return `/find#${new URLSearchParams({ q: text })}`
}

/** The searched text in a URL's fragment; empty without one. */
export function textIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('q') ?? ''
}

/** The path of the page about a merchant's webhook endpoint, or about one of its events. */
export function webhookAddress(merchantId: string, eventId?: string): string {
  return `/m/${merchantId}/webhook${eventId === undefined ? '' : `/${eventId}`}`
}

/** The path of the page about a dispute. */
export function disputeAddress(merchantId: string, disputeId: string): string {
  return `/m/${merchantId}/disputes/${disputeId}`
}
