import type { Fetch } from '#contract/fetch.ts'
import { CheckoutClient } from '#client/index.ts'
import type { Tracer } from '#server/tracing/tracer.ts'
import { withTraceparent } from '#server/tracing/traceparent.ts'
import type { Config } from '../config.ts'
import { configuredCheckoutKey } from './checkout-key.ts'

/** The public client for the page's backend, in-process with `api`, else over the network. */
export function openCheckoutClient(
  config: Config,
  api: Fetch | undefined,
  tracer?: Tracer,
): CheckoutClient {
  const fetch = tracer === undefined ? api : withTraceparent(tracer, api ?? globalThis.fetch)
  return new CheckoutClient({
    apiKey: configuredCheckoutKey(config),
    environment: config.environment,
    baseUrl: config.apiUrl,
    ...(fetch && { fetch: async (request: Request) => fetch(request) }),
  })
}
