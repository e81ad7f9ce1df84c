import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { ProcessorTestCard } from './processor-test-card.ts'

const VISA = '4111 1111 1111 1111'

/** Of Adyen's test environment: its names of holders decline. */
export const ADYEN_TEST_CARDS: readonly ProcessorTestCard[] = [
  { number: VISA, leadsTo: 'paid' },
  { number: VISA, holderName: 'DECLINED', leadsTo: 'declined' },
  { number: VISA, holderName: 'NOT_ENOUGH_BALANCE', leadsTo: 'insufficientFunds' },
  { number: '4212 3456 7891 0006', leadsTo: 'challenge' },
]

/** The test cards of the processor that cards are encrypted to; null for the simulator, which has its own. */
export function testCardsOf({ sealing }: CardEncryptionKey): readonly ProcessorTestCard[] | null {
  return sealing?.scheme === 'adyen-jwe' ? ADYEN_TEST_CARDS : null
}
