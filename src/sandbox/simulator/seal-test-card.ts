import { CompactEncrypt, importJWK } from 'jose'
import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import type { CardBrand } from '#contract/payment.ts'
import type { TestCardBehavior } from '#server/processors/processor.ts'
import { TEST_CARDS } from './test-cards.ts'

const KEY_ALGORITHM = 'RSA-OAEP-256'
const CONTENT_ALGORITHM = 'A256GCM'
/** Fails the Luhn check. */
const INCORRECT_NUMBER = '4242424242424241'

/** Encrypts a test card of a behavior as a browser does. Throws when no test card has the behavior. */
export async function sealTestCard(
  behavior: TestCardBehavior,
  { kid, ...jwk }: CardEncryptionKey,
): Promise<{ encrypted: string; brand: CardBrand; lastFour: string }> {
  const number = numberOf(behavior)
  const details: CardDetails = {
    number,
    expiryMonth: 12,
    expiryYear: 2099,
    securityCode: '123',
    name: 'Test Payer',
  }
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(details)))
    .setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM, kid })
    .encrypt(await importJWK(jwk, KEY_ALGORITHM))
  return { encrypted, brand: 'visa', lastFour: number.slice(-4) }
}

function numberOf(wanted: TestCardBehavior): string {
  const card = TEST_CARDS.find(
    ({ behavior }) =>
      behavior.type === wanted.type &&
      (behavior.type !== 'decline' ||
        (wanted.type === 'decline' && behavior.declineCode === wanted.declineCode)),
  )
  if (card !== undefined) return card.number
  if (wanted.type === 'decline' && wanted.declineCode === 'incorrect_number')
    return INCORRECT_NUMBER
  throw new Error('no test card behaves so')
}
