import type { Fetch } from '#contract/fetch.ts'
import type { Config } from '../config.ts'
import { configuredCheckoutKey } from './checkout-key.ts'

/** Well-formed, and of no session. */
const NO_SESSION = '0'.repeat(33)
const TIMEOUT_MS = 1000
/** 429: the limit of wrong keys. The page's own key has no rate limit. */
const KEY_REFUSED = [401, 403, 429]

/**
 * Why no page can be shown: the API refuses the page's key, or does not answer. Undefined where it knows no such session, as
 * it should. `api` is absent for an API at another process.
 */
export async function pageTrouble(
  config: Config,
  api: Fetch = globalThis.fetch,
): Promise<'page key' | 'api' | undefined> {
  const request = new Request(`${config.apiUrl}/v1/checkout/${NO_SESSION}`, {
    headers: { 'X-Api-Key': configuredCheckoutKey(config) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  try {
    const response = await api(request)
    await response.body?.cancel()
    if (KEY_REFUSED.includes(response.status)) return 'page key'
    return response.status === 404 ? undefined : 'api'
  } catch {
    return 'api'
  }
}
