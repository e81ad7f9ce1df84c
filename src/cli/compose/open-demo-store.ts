import type { Logger } from 'pino'
import { CheckoutClient } from '../../client/index.ts'
import { createDemoStore } from '../../sandbox/demo-store/demo-store.ts'
import type { Config } from '../config.ts'
import { readDemoMerchant } from './demo-merchant.ts'

/** The demo store: it knows what any merchant knows, and reaches the API over the network as any merchant does. */
export function openDemoStore(config: Config, { log }: { log: Logger }) {
  const { merchantId, apiKey, webhookSecret } = readDemoMerchant(config)
  return createDemoStore({
    client: new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: config.apiUrl }),
    merchantId,
    webhookSecret,
    storeUrl: config.storeUrl,
    checkoutUrl: config.checkoutUrl,
    clock: () => new Date(),
    log: (message) => log.info(message),
  })
}
