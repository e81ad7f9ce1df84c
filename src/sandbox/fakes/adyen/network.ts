import { DAY_MS, schedule, type Adyen } from './deps.ts'
import { pspReference } from './ids.ts'
import { book, bookedOf } from './ledger.ts'
import type { LedgerKind, Modification, Payment } from './records.ts'
import { referenceOf, tell, tellRefund } from './tell.ts'

/** Days after a capture has failed, by which it is booked again. */
const AGAIN_AFTER_DAYS = 2

/** The network takes a capture back. */
export function failCapture(adyen: Adyen, capture: Modification): void {
  const payment = paymentOf(adyen, capture)
  const value = capture.amount?.value ?? payment.amount.value
  book(adyen, payment, 'capture_failed', value, capture)
  tell(adyen, payment, {
    eventCode: 'CAPTURE_FAILED',
    pspReference: capture.pspReference,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.captureReference, payment, capture),
    amount: { ...payment.amount, value },
    reason: 'Capture Failed',
  })
  if (capture.day === 'fails, booked again after 5 days')
    schedule(adyen, 'capture again', capture.pspReference, AGAIN_AFTER_DAYS * DAY_MS)
}

/** A capture that failed is booked after all. */
export function captureAgain(adyen: Adyen, capture: Modification): void {
  const payment = paymentOf(adyen, capture)
  const value = capture.amount?.value ?? payment.amount.value
  const isSame = adyen.variant.recapture === 'same'
  const psp = isSame ? capture.pspReference : pspReference(adyen.random)
  book(adyen, payment, 'captured_again', value, { ...capture, pspReference: psp })
  tell(adyen, payment, {
    eventCode: 'CAPTURE',
    pspReference: psp,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.captureReference, payment, capture),
    amount: { ...payment.amount, value },
    reason: 'Transaction Recaptured',
  })
}

/** The money of a refund comes back. */
export function failRefund(
  adyen: Adyen,
  refund: Modification,
  eventCode: 'REFUND_FAILED' | 'REFUNDED_REVERSED',
): void {
  const payment = paymentOf(adyen, refund)
  book(adyen, payment, 'refund_failed', refund.amount?.value ?? payment.amount.value, refund)
  tellRefund(adyen, payment, refund, {
    eventCode,
    reason: eventCode === 'REFUND_FAILED' ? 'Refund Failed' : '',
  })
}

/** The hold of a payment ends with its time. */
export function expire(adyen: Adyen, payment: Payment): void {
  const { openValue } = bookedOf(adyen, payment)
  if (openValue === 0) return
  book(adyen, payment, 'expired', openValue)
  tell(adyen, payment, {
    eventCode: 'EXPIRE',
    pspReference: payment.pspReference,
    amount: { ...payment.amount, value: openValue },
  })
}

/** The shopper has not come back from a challenge. */
export function closeOffer(adyen: Adyen, payment: Payment): void {
  if (payment.result !== undefined) return
  adyen.tables.payments.put(payment.pspReference, {
    ...payment,
    result: { resultCode: 'Refused', refusalReasonCode: '11' },
  })
  tell(adyen, payment, { eventCode: 'OFFER_CLOSED', pspReference: payment.pspReference })
}

/** The steps of a dispute that move money. */
const MOVES: ReadonlyMap<string, LedgerKind> = new Map([
  ['CHARGEBACK', 'chargeback'],
  ['CHARGEBACK_REVERSED', 'chargeback_reversed'],
  ['SECOND_CHARGEBACK', 'second_chargeback'],
])
/** Codes whose examples in Webhooks-v1 name the payment. */
const WITH_ORIGINAL = new Set([
  'CHARGEBACK',
  'NOTIFICATION_OF_CHARGEBACK',
  'NOTIFICATION_OF_FRAUD',
  'REQUEST_FOR_INFORMATION',
])
/** Euro cents of a minor unit of any other currency, in the fake's books of foreign chargebacks. */
const IN_EURO = 0.2

export interface DisputeStep {
  eventCode: string
  /** Names the dispute (default: a new one). */
  pspReference?: string
  /** Default: all of the payment's capture. */
  value?: number
  reason?: string
  additionalData?: Readonly<Record<string, string>>
}

/** A step of a dispute: money moves, or does not, by its code. Returns the dispute's reference. */
export function disputeStep(adyen: Adyen, payment: Payment, step: DisputeStep): string {
  const { eventCode, reason = '', additionalData = {} } = step
  const psp = step.pspReference ?? pspReference(adyen.random)
  const value = step.value ?? bookedOf(adyen, payment).capturedValue
  const kind = MOVES.get(eventCode)
  if (kind !== undefined) book(adyen, payment, kind, value, { pspReference: psp })
  const { disputeEvents } = adyen.tables
  const { reference: paymentReference } = payment
  disputeEvents.put(`${disputeEvents.size()}`, { pspReference: psp, paymentReference, eventCode })
  const isForeign = adyen.variant.chargebackCurrency === 'EUR'
  tell(adyen, payment, {
    eventCode,
    pspReference: psp,
    ...(WITH_ORIGINAL.has(eventCode) && { originalReference: payment.pspReference }),
    amount: isForeign
      ? { currency: 'EUR', value: Math.ceil(value * IN_EURO) }
      : { ...payment.amount, value },
    reason,
    additionalData,
  })
  return psp
}

function paymentOf(adyen: Adyen, { paymentPspReference = '' }: Modification): Payment {
  const found = adyen.tables.payments.get(paymentPspReference)
  if (found === undefined) throw new RangeError(`there is no payment ${paymentPspReference}`)
  return found
}
