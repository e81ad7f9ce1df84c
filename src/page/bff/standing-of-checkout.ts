import type { Standing } from '#contract/dashboard/standing.ts'
import type { Checkout } from '#contract/checkout.ts'
import { leftMinorOf } from '#domain/reversal.ts'
import { isKept, standing } from '#domain/standing.ts'

/**
 * What the payment of a session is, by what its shopper may know: of money that came too late, it is owed while it was not all
 * given back.
 */
export function standingOfCheckout(checkout: Checkout): Standing {
  const { status, amount: amountMinor, currency, payment } = checkout
  const session = { status, amountMinor, currency }
  if (payment === null) return standing(session, null)
  const money = {
    capturedMinor: payment.status === 'succeeded' || payment.moneyTaken ? payment.amount : 0,
    refundedMinor: checkout.amountRefunded,
    reversedMinor: checkout.amountReversed,
    reinstatedMinor: checkout.amountReinstated,
  }
  return standing(session, {
    status: payment.status,
    amountMinor: payment.amount,
    currency,
    capturedCurrency: null,
    // A hold on the way to an automatic capture is shown to nobody.
    captureMethod: payment.status === 'authorized' ? 'manual' : null,
    // Shoppers see what became of the money, not what the merchant and the bank argue about.
    isDisputed: false,
    ...money,
    isOwed:
      !isKept(status, payment) && checkout.paymentStatus !== 'refunded' && leftMinorOf(money) > 0,
  })
}
