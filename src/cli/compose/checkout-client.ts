import type { Fetch } from '../../contract/fetch.ts'
import { CheckoutClient } from '../../client/index.ts'
import type { Config } from '../config.ts'
import { configuredCheckoutKey } from './checkout-key.ts'

/** The public client for the page's backend, in-process with `api`, else over the network. */
export function openCheckoutClient(config: Config, api: Fetch | undefined): CheckoutClient {
  return new CheckoutClient({
    apiKey: configuredCheckoutKey(config),
    environment: config.environment,
    baseUrl: config.apiUrl,
    ...(api && { fetch: async (request: Request) => api(request) }),
  })
}
