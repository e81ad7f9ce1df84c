import type { CreatePayment } from '../../../contract/checkout.ts'

/** A card, encrypted to the processor's key, and in how many installments it is charged. */
export function cardCharge({ card, installments }: Extract<CreatePayment, { method: 'card' }>) {
  return { type: 'card' as const, encryptedCard: card.encrypted, installments }
}
