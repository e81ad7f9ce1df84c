import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePorts,
  SANDBOX_PORTS,
  startCommandProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import type { Control } from '#sandbox/fakes/adyen/control.ts'
import { cardCertificate, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import { startAdyen } from '#sandbox/fakes/adyen/start-adyen.ts'
import { commandOf, type CheckoutCommand } from './checkout-command.ts'

/** A separate product with its own database, which takes cards at a fake Adyen in this process. */
export interface AdyenProduct {
  apiUrl: string
  adminUrl: string
  command: CheckoutCommand
  /** Plays shoppers, networks and banks. */
  control: Control
  close: () => Promise<void>
}

const ACCOUNT = 'adyen-br'

export async function startAdyenProduct(): Promise<AdyenProduct> {
  const directory = await makeScratchDirectory()
  const fake = await startAdyen()
  const { apiUrl, shopperUrl, control } = fake
  const ports = await freePorts(...SANDBOX_PORTS)
  const productUrl = `http://localhost:${ports.API_PORT}`
  const { account: merchantAccount, apiKey } = testMerchant()
  control.putWebhook({
    url: `${productUrl}/processor/notifications/${ACCOUNT}`,
    hmacKey: TEST_HMAC_KEY,
    merchantAccount,
  })
  const adyen = {
    module: 'adyen',
    merchantAccount,
    apiKey,
    hmacKeys: [TEST_HMAC_KEY],
    certificate: cardCertificate().certificate.toString(),
    baseUrl: apiUrl,
    shopperUrl,
  }
  const path = join(directory, 'accounts.json')
  await writeFile(
    path,
    JSON.stringify({
      accounts: { [ACCOUNT]: adyen, simulated: { module: 'simulator' } },
      methods: { card: ACCOUNT, pix: 'simulated', boleto: 'simulated' },
    }),
  )
  const environment = {
    CHECKOUT_ENVIRONMENT: 'sandbox',
    ...ports,
    PROCESSORS: path,
    REQUESTS_PER_SECOND: '1000',
    LOG_LEVEL: 'warn',
    DATA_DIR: directory,
  }
  const product = await startCommandProcess(['serve'], environment)
  return {
    apiUrl: productUrl,
    adminUrl: `http://localhost:${ports.ADMIN_PORT}`,
    command: commandOf(environment),
    control,
    async close() {
      await product.stop()
      await fake.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
