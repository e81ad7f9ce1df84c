import { CardEncryptionKey, type CardEnvelopeKey } from '#contract/checkout.ts'
import { envelopeOf, sealCard } from '../../testing/seal-card.ts'
import type { Parties } from '../crash/parties.ts'

/** To whose keys a card is sealed, and for which merchant. */
export interface CardStage extends Pick<Parties, 'merchant'> {
  cardKey: CardEncryptionKey
  envelopeKey: CardEnvelopeKey
}

/** The key of the processor, as the API of a process gives it. */
export async function readCardKey(
  apiUrl: string | undefined,
  checkoutKey: string,
): Promise<CardEncryptionKey> {
  const answer = await fetch(`${apiUrl}/v1/checkout/card-encryption-key`, {
    headers: { 'x-api-key': checkoutKey },
  })
  return CardEncryptionKey.parse(await answer.json())
}

/** The body of a payment by card, sealed as the page seals it. */
export async function cardPayment(
  { cardKey, envelopeKey, merchant }: CardStage,
  number: string,
  {
    sessionId,
    amount,
    idempotencyKey,
    now,
  }: { sessionId: string; amount: number; idempotencyKey: string; now?: Date | undefined },
): Promise<object> {
  const sealed = await sealCard(cardKey, number, {}, now)
  const seal = {
    envelopeKey,
    sessionId,
    merchantId: merchant.id,
    currency: 'BRL',
    plans: [{ installments: 1, amount }],
  }
  const encrypted = envelopeOf(sealed, seal, { idempotencyKey })
  return { method: 'card', card: { encrypted, brand: 'visa', lastFour: number.slice(-4) } }
}
