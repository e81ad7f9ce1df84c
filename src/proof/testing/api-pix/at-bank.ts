import { randomBytes } from 'node:crypto'
import { newId } from '#domain/id.ts'
import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import {
  readTestCa,
  readTestCertificate,
  testCertificatePath,
} from '#sandbox/fakes/certificates/test-certificates.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'

export const BANK_ACCOUNT = 'bank'
const SIMULATED = 'simulated'
const HOUR_MS = 3_600_000
const random = (length: number) => new Uint8Array(randomBytes(length))

/** The settings of an account at a fake bank, as the bank's test customer. */
export function settingsAtBank(origin: string) {
  const { clientId, clientSecret, keys } = testCustomer()
  const { cert: certificate, key } = readTestCertificate('merchant-client')
  return {
    dialect: 'standard',
    baseUrl: `${origin}/api`,
    tokenUrl: `${origin}/oauth/token`,
    clientId,
    clientSecret,
    certificate,
    key,
    authorities: readTestCa(),
    pixKey: keys[0],
  }
}

/** The context with which the adapter is opened at a fake bank. */
export function contextAtBank(origin: string): ProcessorContext {
  return {
    environment: 'sandbox',
    timeoutMs: 10_000,
    clock: () => new Date(),
    notificationUrl: `https://store.test/processor/notifications/${BANK_ACCOUNT}`,
    variables: {},
    account: BANK_ACCOUNT,
    settings: settingsAtBank(origin),
    random,
  }
}

/** A new payment of R$ 259,90 by Pix. */
export function newPixPayment() {
  return {
    paymentId: newId('pay', new Date(), random),
    amountMinor: 25_990,
    currency: 'BRL',
    merchantId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
    merchantName: 'Loja',
    description: null,
    customer: {},
    returnUrl: 'https://pay.test/',
    method: { type: 'pix', expiresAt: new Date(Date.now() + HOUR_MS) },
  } satisfies ProcessorPayment
}

/** The content of a file for `PROCESSORS`: Pix at a fake bank, all else at the simulator. */
export function accountsAtBank(origin: string, { takesWebhooks }: { takesWebhooks: boolean }) {
  const { clientId, clientSecret, keys } = testCustomer()
  const authorities = `file:${testCertificatePath('ca.pem')}`
  const account = {
    module: 'api-pix',
    baseUrl: `${origin}/api`,
    tokenUrl: `${origin}/oauth/token`,
    clientId,
    clientSecret,
    certificate: `file:${testCertificatePath('merchant-client.pem')}`,
    key: `file:${testCertificatePath('merchant-client.key')}`,
    authorities,
    pixKey: keys[0],
    ...(takesWebhooks && { webhookAuthorities: authorities }),
  }
  const webhooks = {
    certificate: `file:${testCertificatePath('merchant-server.pem')}`,
    key: `file:${testCertificatePath('merchant-server.key')}`,
  }
  return {
    accounts: { [BANK_ACCOUNT]: account, [SIMULATED]: { module: 'simulator' } },
    methods: { pix: BANK_ACCOUNT, card: SIMULATED, boleto: SIMULATED },
    ...(takesWebhooks && { webhooks }),
  }
}
