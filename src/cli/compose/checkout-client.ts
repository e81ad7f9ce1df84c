import type { Fetch } from '#contract/fetch.ts'
import { createPageClient, type PageClient } from '#page/bff/page-client.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import { withTraceparent } from '#server/tracing/traceparent.ts'
import type { Config } from '../config.ts'
import { configuredCheckoutKey } from './checkout-key.ts'

/** The client of the page's backend, in-process with `api`, else over the network. */
export function openCheckoutClient(
  config: Config,
  api: Fetch | undefined,
  tracer?: Tracer,
): PageClient {
  const fetch = tracer === undefined ? api : withTraceparent(tracer, api ?? globalThis.fetch)
  return createPageClient({
    apiKey: configuredCheckoutKey(config),
    environment: config.environment,
    baseUrl: config.apiUrl,
    ...(fetch && { fetch: async (request: Request) => fetch(request) }),
  })
}
