/**
 * CSRF check of calls with side effects: our own page sends them. A cross-site page cannot: its custom header would need
 * a CORS preflight, which is never granted, and browsers set `Origin` or `Sec-Fetch-Site` truthfully.
 */
export function isFromOwnPage(headers: Headers, ownOrigin: string): boolean {
  return headers.get('x-checkout') === '1' && isFromOwnOrigin(headers, ownOrigin)
}

/** The same check of a form, which cannot have a custom header: it needs a CSRF token, too. */
export function isFromOwnOrigin(headers: Headers, ownOrigin: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null && site === null) return false
  // guard: null-origin
  return (origin === null || origin === ownOrigin) && (site === null || site === 'same-origin')
}

/** Whether a read comes from another site's page. */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
