import {
  type CaptureAnswer,
  type KnownPayment,
  type NewCapture,
  ProcessorNotAsked,
  ProcessorRefused,
} from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { writeAmount } from './amount.ts'
import type { Fact } from './facts.ts'
import { RELEASED } from './fold-payment.ts'
import { know, type Known } from './know.ts'
import { modify } from './modification.ts'

/** Adyen keeps idempotency keys for 7 days at least: what is sent later could be done twice. */
const KEY_KEPT_MS = 6 * 86_400_000

/** Captures what is held. Adyen's acknowledgement counts: that a capture fails after it is told as money that was taken back. */
export async function capturePayment(
  { account, api, clock }: Adapter,
  { paymentId, amountMinor, currency, sentAt }: NewCapture,
  payment: KnownPayment,
): Promise<CaptureAnswer> {
  const known = know(payment)
  const answered = answerOf(known, payment)
  if (answered !== undefined) return answered
  if (amountMinor > payment.amountMinor)
    throw new ProcessorRefused('a capture is at most what is held')
  if (known.psp === undefined)
    throw new ProcessorNotAsked('a payment without a reference cannot be captured yet')
  if (clock().getTime() - sentAt.getTime() >= KEY_KEPT_MS) return { status: 'pending' }
  const { merchantAccount } = account
  const capture = await modify(api.start(), {
    route: '/payments/{psp}/captures',
    psp: known.psp,
    idempotencyKey: `cap-${paymentId}`,
    body: { merchantAccount, amount: writeAmount(amountMinor, currency), reference: paymentId },
  })
  return {
    status: 'captured',
    capturedMinor: amountMinor,
    currency,
    state: { ...payment.state, psp: known.psp, capture },
  }
}

const REFUSED = { status: 'refused', reason: 'refused' } as const

/** What facts and earlier answers say of the capture; undefined: it is to be asked for. */
function answerOf({ told, facts }: Known, { state }: KnownPayment): CaptureAnswer | undefined {
  if (told.status === 'succeeded') {
    const { capturedMinor, currency } = told
    return { status: 'captured', capturedMinor, currency }
  }
  if (told.status === 'voided')
    return told.reason === 'expired' ? { status: 'refused', reason: 'expired' } : REFUSED
  return state['result'] === RELEASED || facts.some(isRefused) ? REFUSED : undefined
}

function isRefused({ code, ok }: Fact): boolean {
  return code === 'CAPTURE' && !ok
}
