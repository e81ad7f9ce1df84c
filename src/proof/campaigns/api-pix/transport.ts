import type { Fetch } from '#contract/fetch.ts'
import { NotConnected, type Transport } from '#server/processors/http/http.ts'
import { NeverSent } from '../simulation/gated-network.ts'

/** The header of a response that stands for a call without an answer. */
export const HANGS = 'x-never-answered'
const TOKEN_PATH = '/oauth/token'

/** Connects the adapter to the bank, without TLS. Network faults affect requests to the API, not requests for tokens. */
export function createTransport(
  { api, tokens }: { api: Fetch; tokens: Fetch },
  advance: (durationMs: number) => void,
): Transport {
  return async ({ method, url, headers, body, timeoutMs }) => {
    const request = new Request(url, { method, headers, ...(body !== undefined && { body }) })
    const isToken = new URL(url).pathname === TOKEN_PATH
    try {
      const response = await (isToken ? tokens(request) : api(request))
      if (response.headers.has(HANGS)) {
        advance(timeoutMs)
        throw new Error('timed out')
      }
      return { status: response.status, text: await response.text() }
    } catch (error) {
      if (error instanceof NeverSent) throw new NotConnected('ECONNREFUSED')
      throw error
    }
  }
}
