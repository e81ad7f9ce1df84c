import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import type { Processor } from '#server/processors/processor.ts'

/** A placeholder: no card is decrypted with it. */
const CARD_KEY: CardEncryptionKey = { kid: 'instant', kty: 'RSA', n: 'AQAB', e: 'AQAB' }

/**
 * Value of PROCESSOR: takes the money of every payment at once, in the process of the API.
 *
 * @public
 */
export function createProcessor({ account }: ProcessorContext): Processor {
  return {
    name: account,
    cardEncryptionKey: async () => CARD_KEY,
    createPayment: async ({ amountMinor, currency }) => ({
      status: 'succeeded',
      capturedMinor: amountMinor,
      currency,
    }),
    inquire: async () => ({ status: 'not_found' }),
    cancelPayment: async () => ({ status: 'failed', declineCode: 'replaced' }),
    createRefund: async () => ({ status: 'succeeded' }),
    inquireRefund: async () => ({ status: 'not_found' }),
    readNotification: async () => undefined,
  }
}
