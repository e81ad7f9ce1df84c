import type { CreatePayment } from '#contract/checkout.ts'

/** A card charge: the card as a JWE for the processor, and the number of installments. */
export function cardCharge({ card, installments }: Extract<CreatePayment, { method: 'card' }>) {
  return { type: 'card' as const, encryptedCard: card.encrypted, installments }
}
