import type { PagePayment } from '#contract/page.ts'
import type { Say } from '#words/words.ts'

/** What happens to the money of a session's last payment, if it did not pay the session. */
export function unpaidText(payment: PagePayment | null, say: Say): string {
  if (!payment?.moneyTaken) return say('no-money-taken')
  return payment.refundText ?? say('paid.refunded.text')
}
