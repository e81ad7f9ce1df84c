/** Half a year: what a running process says is fresh, and what a cache kept is not believed for ever. */
const GOOD_FOR_DAYS = 180
const DAY_MS = 86_400_000

/** Whom to tell of a weakness, as RFC 9116 writes it; good for half a year from the day on which it is read. */
export function securityTxt(contact: string, checkoutUrl: string, now: Date): string {
  const today = now.getTime() - (now.getTime() % DAY_MS)
  const expires = new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Canonical: ${new URL('/.well-known/security.txt', checkoutUrl).href}`,
    '',
  ].join('\n')
}
