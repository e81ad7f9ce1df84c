import { randomBytes } from 'node:crypto'
import { testCustomer } from '#sandbox/fakes/api-pix/customers.ts'
import {
  readTestCa,
  readTestCertificate,
  testCertificatePath,
} from '#sandbox/fakes/certificates/test-certificates.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'

export const BANK_ACCOUNT = 'bank'
const SIMULATED = 'simulated'

/** The context with which the adapter is opened at a fake bank, as the bank's test customer. */
export function contextAtBank(origin: string): ProcessorContext {
  const { clientId, clientSecret, keys } = testCustomer()
  const { cert: certificate, key } = readTestCertificate('merchant-client')
  return {
    environment: 'sandbox',
    timeoutMs: 10_000,
    clock: () => new Date(),
    notificationUrl: `https://store.test/processor/notifications/${BANK_ACCOUNT}`,
    variables: {},
    account: BANK_ACCOUNT,
    settings: {
      baseUrl: `${origin}/api`,
      tokenUrl: `${origin}/oauth/token`,
      clientId,
      clientSecret,
      certificate,
      key,
      authorities: readTestCa(),
      pixKey: keys[0],
    },
    random: (length) => new Uint8Array(randomBytes(length)),
  }
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
