import { lockPayment } from './payment-rows.ts'
import { settleInTransaction } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import type { CaptureAnswer, CaptureRequest } from './simulator-messages.ts'
import { capturedOf, outcomeOf, type StoredPayment } from './stored-payment.ts'
import { inTransaction } from './transaction.ts'

/**
 * Captures a held card, once: the rest of the hold is released. A repetition answers what was captured. `isSilent`: the
 * request gets no response.
 */
export async function capturePayment(
  simulator: Simulator,
  paymentId: string,
  request: CaptureRequest,
): Promise<{ answer: CaptureAnswer; isSilent: boolean }> {
  return inTransaction(simulator.pool, async (client) => {
    const held = await lockPayment(client, paymentId)
    if (held?.status === 'authorized') {
      const event = eventOf(held, request, simulator.clockOf(held.merchantId))
      if (event !== undefined) await settleInTransaction(client, paymentId, event, simulator)
    }
    const payment = await lockPayment(client, paymentId)
    const isCapturedNow = held?.status === 'authorized' && payment?.status === 'succeeded'
    const isSilent = isCapturedNow && held.holdBehavior === 'capture_silent'
    return { answer: answerOf(payment), isSilent }
  })
}

/** What a capture does to a held card; undefined where it is refused, and the hold stays. */
function eventOf(payment: StoredPayment, { amountMinor, currency }: CaptureRequest, now: Date) {
  if (payment.captureBefore !== null && now >= payment.captureBefore)
    return { type: 'end_hold' } as const
  if (payment.holdBehavior === 'capture_fails' || currency !== payment.currency) return undefined
  return { type: 'capture', amountMinor } as const
}

function answerOf(payment: StoredPayment | undefined): CaptureAnswer {
  if (payment?.status === 'succeeded') {
    const { references = {} } = outcomeOf(payment)
    const { currency } = payment
    return { status: 'captured', capturedMinor: capturedOf(payment), currency, references }
  }
  const isExpired = payment?.status === 'voided' && payment.voidReason === 'expired'
  return { status: 'refused', reason: isExpired ? 'expired' : 'refused' }
}
