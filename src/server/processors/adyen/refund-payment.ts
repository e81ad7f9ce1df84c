import type { KnownPayment, KnownRefund, NewRefund, ProcessorRefund } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { writeAmount } from './amount.ts'
import { factsAmong } from './facts.ts'
import { foldRefund } from './fold-refund.ts'
import { know, type Known } from './know.ts'
import { modify } from './modification.ts'

/** By then a capture has long been settled, told or not. */
const CAPTURE_TOLD_WITHIN_MS = 72 * 3_600_000
/** In the state of a refund that waits: when it was first asked for, in milliseconds. */
export const SINCE = 'since'

/**
 * Requests a refund: a notification tells its end. It waits for the news that its payment was captured, since Adyen refuses a
 * refund before.
 */
export async function createRefund(
  { account, api, clock }: Adapter,
  refund: NewRefund,
  payment: KnownPayment,
): Promise<ProcessorRefund> {
  const { refundId, amountMinor, currency, state = {} } = refund
  const known = know(payment)
  if (isNothingLeft(known) || isNeverCaptured(known, payment)) return { status: 'failed' }
  const since = Number(state[SINCE] ?? clock().getTime())
  const isDue = isCaptureTold(known) || clock().getTime() - since >= CAPTURE_TOLD_WITHIN_MS
  if (known.psp === undefined || !isDue)
    return { status: 'pending', isNotSent: true, state: { ...state, [SINCE]: since } }
  const { merchantAccount } = account
  const processorReference = await modify(api.start(), {
    route: '/payments/{psp}/refunds',
    psp: known.psp,
    idempotencyKey: `ref-${refundId}`,
    body: { merchantAccount, amount: writeAmount(amountMinor, currency), reference: refundId },
  })
  return { status: 'pending', references: { processorReference } }
}

/** Asks nobody: its facts decide. */
export function inquireRefund(refund: KnownRefund): ProcessorRefund | { status: 'not_found' } {
  return foldRefund(refund, factsAmong(refund.payment.facts))
}

function isCaptureTold({ facts }: Known): boolean {
  return facts.some(({ code, ok }) => code === 'CAPTURE' && ok)
}

/** Nothing was asked to be captured, and nothing is told of a capture. */
function isNeverCaptured({ told }: Known, { captureMinor }: KnownPayment): boolean {
  return told.status !== 'succeeded' && captureMinor === undefined
}

/** Such as by a capture that failed: nothing of the shopper's is there to be given back. */
function isNothingLeft({ told }: Known): boolean {
  if (told.status !== 'succeeded') return false
  const { capturedMinor, reversedMinor = 0, reinstatedMinor = 0 } = told
  return capturedMinor - reversedMinor + reinstatedMinor <= 0
}
