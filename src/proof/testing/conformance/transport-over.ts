import type { Fetch } from '#contract/fetch.ts'
import { fetchWithin } from '#domain/fetch-within.ts'
import type { Transport } from '#server/processors/http/http.ts'

/** Sends the requests of an adapter by the kit's network. */
export function transportOver(fetch: Fetch): Transport {
  return async ({ method, url, headers, body, timeoutMs }) => {
    const request = {
      method,
      headers,
      timeoutMs: Math.ceil(timeoutMs),
      ...(body !== undefined && { body }),
    }
    return fetchWithin(fetch, url, request, async (response) => ({
      status: response.status,
      text: await response.text(),
      headers: Object.fromEntries(response.headers),
    }))
  }
}
