/**
 * Whether a call that changes something comes from our own page. Another site's page can send none of these: a header of
 * our own needs a preflight that is never granted, and browsers say truthfully where a request comes from. A browser
 * sends at least one of the two headers that say so.
 */
export function isFromOwnPage(headers: Headers, ownOrigin: string): boolean {
  return headers.get('x-checkout') === '1' && isFromOwnOrigin(headers, ownOrigin)
}

/** The same of a form, which can have no header of its own: it needs a token beside this. */
export function isFromOwnOrigin(headers: Headers, ownOrigin: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null && site === null) return false
  return (origin === null || origin === ownOrigin) && (site === null || site === 'same-origin')
}

/** Whether a reading call may come from another site's page, which has no business with it. */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
