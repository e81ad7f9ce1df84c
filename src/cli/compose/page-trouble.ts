import type { Fetch } from '#contract/fetch.ts'
import { fetchWithin } from '#domain/fetch-within.ts'
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
  const url = `${config.apiUrl}/v1/checkout/${NO_SESSION}`
  const headers = { 'X-Api-Key': configuredCheckoutKey(config) }
  try {
    const status = await fetchWithin(
      api,
      url,
      { headers, timeoutMs: TIMEOUT_MS },
      async (answer) => {
        await answer.body?.cancel()
        return answer.status
      },
    )
    if (KEY_REFUSED.includes(status)) return 'page key'
    return status === 404 ? undefined : 'api'
  } catch {
    return 'api'
  }
}
