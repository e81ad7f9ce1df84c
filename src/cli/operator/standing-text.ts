import type { Standing } from '#contract/dashboard/standing.ts'
import { formatMoney } from '#domain/money.ts'

/** What a payment is, in a word, and what is kept of it where that is less than was charged. */
export function standingText({ word, charged, kept }: Standing): string {
  const text = word.replaceAll('_', ' ')
  return kept !== null && kept.amount < charged.amount
    ? `${text}, ${formatMoney(kept, 'en')} kept`
    : text
}
