/** Long enough for caches, short enough that a stale copy expires. */
const GOOD_FOR_DAYS = 180
const DAY_MS = 86_400_000

/** A `security.txt` (RFC 9116) that expires half a year after the day of reading. */
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
