import type { PageCheckout } from '../../contract/page.ts'
import type { Say } from '../../words/words.ts'

const MINUS = '\u2212'

/** What a line between the order and its total takes away or adds. */
export function sumText({ kind, amount }: PageCheckout['sums'][number], say: Say): string {
  if (kind === 'shipping' && amount.minor === 0) return say('order.free')
  return kind === 'discount' && !amount.text.startsWith('-')
    ? `${MINUS}${amount.text}`
    : amount.text
}
