import type { Environment } from '#contract/environment.ts'

/**
 * Open-redirect protection: whether a return URL's origin is registered by the merchant; in the
 * sandbox loopback is also allowed. Compares parsed origins, never text. Production requires https.
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
  // guard: exact-origin
  return returnOrigins.includes(url.origin)
}
