import type { PagePayment } from '#contract/page.ts'
import type { Translate } from '#words/words.ts'

/** What happens to the money of a session's last payment, if it did not pay the session. */
export function unpaidText(payment: PagePayment | null, t: Translate): string {
  if (!payment?.moneyTaken) return t('no-money-taken')
  return payment.refundText ?? t('paid.refunded.text')
}
