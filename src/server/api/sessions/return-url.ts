import type { Environment } from '../../../contract/environment.ts'

/**
 * Whether the shopper may be sent to a URL: its origin is one that the merchant registered; in the sandbox also the
 * merchant's own machine. Compared by parsed origin, never as text. In production only https.
 */
export function isReturnUrlAllowed(
  text: string,
  { environment, returnOrigins }: { environment: Environment; returnOrigins: readonly string[] },
): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') {
    if (environment !== 'sandbox') return false
    if (url.hostname === 'localhost' || url.hostname === '127.0.0.1') return true
  } else if (url.protocol !== 'https:') return false
  return returnOrigins.includes(url.origin)
}
