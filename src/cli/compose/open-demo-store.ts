import type { Logger } from 'pino'
import { CheckoutClient } from '#client/index.ts'
import type { Config } from '../config.ts'
import type { Sandbox } from '../load-sandbox.ts'
import { requireSandbox } from '../require-sandbox.ts'
import { readDemoMerchant } from './demo-merchant.ts'
import type { FakePages } from './open-fake-banks.ts'

/** The demo store. Like any merchant it calls the API over the network. */
export async function openDemoStore(
  config: Config,
  { log, sandbox, fakes }: { log: Logger; sandbox?: Sandbox | undefined; fakes: FakePages },
) {
  const { createDemoStore } = sandbox ?? (await requireSandbox())
  const { merchantId, apiKey, webhookSecret } = readDemoMerchant(config)
  return createDemoStore({
    client: new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: config.apiUrl }),
    merchantId,
    webhookSecret,
    storeUrl: config.storeUrl,
    checkoutUrl: config.checkoutUrl,
    clock: () => new Date(),
    cards: fakes.find(({ cards }) => cards !== undefined)?.cards,
    log: (message) => log.info(message),
  })
}
