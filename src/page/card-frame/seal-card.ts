import { digitsOf } from '#domain/ascii-digits.ts'
import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import type { CardBrand } from '#contract/payment.ts'
import { brandOf } from '#domain/methods/card/card-number.ts'
import { parseExpiry } from '#domain/methods/card/expiry.ts'
import type { CardValues } from './card-fields.ts'
import type { FrameData } from './frame-data.ts'
import type { FromFrame, ToFrame } from './protocol.ts'
import { sealEnvelope } from './seal-envelope.ts'

const LAST_DIGITS = 4

type SealRequest = Extract<ToFrame, { type: 'seal' }>

/** Encrypts a card to the processor's key; `now` is the server's time. */
export type EncryptCard = (card: CardDetails, key: CardEncryptionKey, now: Date) => Promise<string>

/** A card that is encrypted to the processor, with what the page may know of it. */
interface EncryptedCard {
  encrypted: string
  brand: CardBrand | null
  lastFour: string
}

/**
 * Seals cards for one document. The processor's ciphertext never leaves its envelope: code that has it could seal it
 * for another payment. The ciphertext is kept until the next idempotency key, so that an expired envelope can be
 * sealed again after the security code was cleared.
 */
export function createCardSealer(
  { key, session }: Pick<FrameData, 'key' | 'session'>,
  encryptCard: EncryptCard,
) {
  let last: { idempotencyKey: string; card: EncryptedCard } | undefined

  async function encrypt(values: CardValues, now: Date): Promise<EncryptedCard> {
    const number = digitsOf(values['card-number'])
    return {
      encrypted: await encryptCard(cardDetailsOf(number, values), key, now),
      brand: brandOf(number) ?? null,
      lastFour: number.slice(-LAST_DIGITS),
    }
  }

  return {
    /** Whether this request repeats the last one, which needs no valid fields. */
    repeats: ({ idempotencyKey }: SealRequest) => last?.idempotencyKey === idempotencyKey,

    forget: () => void (last = undefined),

    /** Throws without a session, and for a plan that the session does not offer. */
    async seal(
      { id, installments, idempotencyKey }: SealRequest,
      values: CardValues,
      now: Date,
    ): Promise<FromFrame> {
      const plan = session?.plans.find((offered) => offered.installments === installments)
      if (session === undefined || plan === undefined) throw new Error('nothing to seal for')
      const card = last?.idempotencyKey === idempotencyKey ? last.card : await encrypt(values, now)
      last = { idempotencyKey, card }
      const { sessionId, merchantId, currency, envelopeKey } = session
      const envelope = {
        encrypted: card.encrypted,
        sessionId,
        merchantId,
        currency,
        amount: plan.amount,
        installments,
        idempotencyKey,
        sealedAt: now.toISOString(),
      }
      const encrypted = await sealEnvelope(envelope, envelopeKey)
      return { ...card, type: 'sealed', id, encrypted }
    },
  }
}

function cardDetailsOf(number: string, values: CardValues): CardDetails {
  const expiry = parseExpiry(values['card-expiry'])
  if (expiry === undefined) throw new Error('no expiry date')
  return {
    number,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    securityCode: values['card-code'],
    name: values['card-name'].trim(),
  }
}
