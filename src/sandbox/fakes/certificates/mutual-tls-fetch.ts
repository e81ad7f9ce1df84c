import { Agent, fetch as fetchByUndici } from 'undici'
import type { Fetch } from '#contract/fetch.ts'

export interface MutualTls {
  /** The CA that the server's certificate must come from, as PEM. */
  ca: string
  /** The client's certificate and key; without them the client shows none. */
  cert?: string
  key?: string
}

/** A fetch by mutual TLS (RFC 8446), and how to close its connections. */
export function openMutualTlsFetch(tls: MutualTls): { fetch: Fetch; close: () => Promise<void> } {
  const agent = new Agent({ connect: { ...tls } })
  return {
    async fetch(request) {
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
      const response = await fetchByUndici(request.url, {
        dispatcher: agent,
        method: request.method,
        headers: [...request.headers],
        redirect: 'manual',
        signal: request.signal,
        ...(hasBody && { body: await request.text() }),
      })
      const hasNoBody = [204, 205, 304].includes(response.status)
      return new Response(hasNoBody ? null : await response.arrayBuffer(), {
        status: response.status,
        headers: [...response.headers],
      })
    },
    close: () => agent.destroy(),
  }
}
