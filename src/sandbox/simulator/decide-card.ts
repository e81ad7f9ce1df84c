import { CardDetails } from '#contract/checkout.ts'
import type { DeclineCode, MaskedCard } from '#contract/payment.ts'
import { brandOf, codeLengthOf, validateCardNumber } from '#domain/methods/card/card-number.ts'
import { isExpired } from '#domain/methods/card/expiry.ts'
import { behaviorOf, type CardBehavior } from './test-cards.ts'

interface CardDecision {
  card?: MaskedCard
  behavior: CardBehavior
}

/** The card network's decision on the plain text of an encrypted card; `undefined` stands for one that cannot be decrypted. */
export function decideCard(plaintext: string | undefined, now: Date): CardDecision {
  const parsed = CardDetails.safeParse(parseJson(plaintext))
  if (!parsed.success) {
    const isNumberWrong = parsed.error.issues.some((issue) => issue.path[0] === 'number')
    return decline(isNumberWrong ? 'incorrect_number' : 'processing_error')
  }
  const { number, expiryMonth, expiryYear, securityCode } = parsed.data
  const brand = brandOf(number)
  const card: MaskedCard = { brand: brand ?? null, lastFour: number.slice(-4) }
  if (brand === undefined || validateCardNumber(number) !== 'ok') {
    return decline('incorrect_number', card)
  }
  if (isExpired({ month: expiryMonth, year: expiryYear }, now)) return decline('expired_card', card)
  if (securityCode.length !== codeLengthOf(brand)) return decline('incorrect_cvc', card)
  return { card, behavior: behaviorOf(number) }
}

function decline(declineCode: DeclineCode, card?: MaskedCard): CardDecision {
  return { behavior: { type: 'decline', declineCode }, ...(card && { card }) }
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
