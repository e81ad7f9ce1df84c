import type { PageCheckout } from '../../contract/page.ts'
import type { Say } from '../../words/words.ts'

const MINUS = '\u2212'

/** The signed amount of a discount, shipping or tax line. */
export function sumText({ kind, amount }: PageCheckout['sums'][number], say: Say): string {
  if (kind === 'shipping' && amount.minor === 0) return say('order.free')
  return kind === 'discount' && !amount.text.startsWith('-')
    ? `${MINUS}${amount.text}`
    : amount.text
}
