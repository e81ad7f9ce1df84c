import { planDispute } from './dispute-days.ts'
import { DAY_MS, schedule, SECOND_MS, type Adyen } from './deps.ts'
import { pspReference } from './ids.ts'
import { authorisedAmount, book, bookedOf } from './ledger.ts'
import type { Merchant } from './merchants.ts'
import type { Amount, LedgerKind, Modification, ModificationKind, Payment } from './records.ts'
import {
  CancelRequest,
  CaptureRequest,
  PlainRequest,
  readRequest,
  RefundRequest,
} from './requests.ts'
import { ServiceError } from './service-error.ts'
import { referenceOf, tell, tellRefund } from './tell.ts'

/** How long a request is processed until its outcome is told. */
const PROCESSING_MS = 2 * SECOND_MS
const LATE_DAYS = 9
const FAILS_AFTER_DAYS = 3

const NO_BALANCE = 'Insufficient balance on payment'

/** `POST /payments/{psp}/captures`, `/refunds`, `/reversals` and `/cancels`: received now, done and told later. */
export function modify(
  adyen: Adyen,
  merchant: Merchant,
  kind: ModificationKind,
  { body, psp }: { body: unknown; psp: string },
): object {
  const { reference, amount } = readModification(kind, body)
  if (amount?.value === 0) throw new ServiceError(422, '137', 'Invalid amount specified')
  const payment = adyen.tables.payments.get(psp)
  if (payment?.merchantAccount !== merchant.account)
    throw new ServiceError(422, '167', 'Original pspReference required for this operation')
  const modification = receive(adyen, {
    kind,
    merchantAccount: merchant.account,
    paymentPspReference: psp,
    ...(kind === 'refund' && leftOf(adyen, payment)),
    ...(amount !== undefined && { amount }),
    ...(reference !== undefined && { reference }),
  })
  return { ...receivedJson(modification), paymentPspReference: psp }
}

/** What is captured of a payment, but for what its merchant account asked to refund: what networks take is not known there. */
function leftOf({ tables }: Adyen, { pspReference }: Payment): Pick<Modification, 'leftValue'> {
  const entries = tables.ledger.where('payment', pspReference).map(([, entry]) => entry)
  const sum = (kind: LedgerKind) =>
    entries
      .filter((one) => one.kind === kind && (kind === 'captured' || one.modificationReference))
      .reduce((total, { amount }) => total + amount.value, 0)
  const captured = sum('captured')
  return captured > 0 ? { leftValue: captured - sum('refunded') + sum('refund_failed') } : {}
}

interface Asked {
  reference?: string | undefined
  amount?: Amount
}

function readModification(kind: ModificationKind, body: unknown): Asked {
  if (kind === 'capture') return readRequest(CaptureRequest, body)
  return kind === 'refund' ? readRequest(RefundRequest, body) : readRequest(PlainRequest, body)
}

/** `POST /cancels`: by the merchant's reference of a payment. */
export function cancelByReference(adyen: Adyen, merchant: Merchant, body: unknown): object {
  const { paymentReference, reference } = readRequest(CancelRequest, body)
  const modification = receive(adyen, {
    kind: 'cancel',
    merchantAccount: merchant.account,
    paymentReference,
    ...(reference !== undefined && { reference }),
  })
  return { ...receivedJson(modification), paymentReference }
}

function receive(adyen: Adyen, asked: Omit<Modification, 'pspReference'>): Modification {
  const day = dayOf(adyen, asked.kind)
  const modification: Modification = {
    ...asked,
    pspReference: pspReference(adyen.random),
    ...(day !== undefined && { day }),
  }
  adyen.tables.modifications.put(modification.pspReference, modification)
  const inMs = day === '9 days late' ? LATE_DAYS * DAY_MS : PROCESSING_MS
  if (day !== 'never done') schedule(adyen, 'settle', modification.pspReference, inMs)
  return modification
}

function dayOf({ badDays }: Adyen, kind: ModificationKind): Modification['day'] {
  if (kind === 'capture') return badDays.draw('capture')
  return kind === 'refund' ? badDays.draw('refund') : badDays.draw('void')
}

function receivedJson({ pspReference: psp, merchantAccount, amount, reference }: Modification) {
  return {
    merchantAccount,
    pspReference: psp,
    status: 'received',
    ...(amount !== undefined && { amount }),
    ...(reference !== undefined && { reference }),
  }
}

/** Ends a request, books and tells its outcome. */
export function settle(adyen: Adyen, modification: Modification): void {
  if (modification.kind === 'cancel' && modification.paymentPspReference === undefined) {
    settleCancelByReference(adyen, modification)
    return
  }
  const payment = adyen.tables.payments.get(modification.paymentPspReference ?? '')
  if (payment === undefined) return
  if (modification.kind === 'capture') settleCapture(adyen, payment, modification)
  if (modification.kind === 'refund') settleRefund(adyen, payment, modification)
  if (modification.kind === 'reversal') settleReversal(adyen, payment, modification)
  if (modification.kind === 'cancel') settleCancel(adyen, payment, modification)
}

function settleCapture(adyen: Adyen, payment: Payment, capture: Modification): void {
  const { amount = authorisedAmount(payment), day } = capture
  const { openValue } = bookedOf(adyen, payment)
  const isDone =
    day !== 'false' && amount.currency === payment.amount.currency && amount.value <= openValue
  if (isDone) {
    book(adyen, payment, 'captured', amount.value, capture)
    const rest = openValue - amount.value
    if (rest > 0) release(adyen, payment, rest)
    // What the network takes back by itself is not disputed.
    if (day === undefined) planDispute(adyen, payment)
  }
  // Money that the network has taken with the authorisation is not taken twice, and the request ends well.
  const isTaken = isDone || (payment.isSale && day !== 'false')
  end(adyen, capture, isTaken, NO_BALANCE)
  if (day !== 'done and never told') tellCapture(adyen, payment, capture, { isTaken })
  if (isDone && (day === 'fails after 3 days' || day === 'fails, booked again after 5 days'))
    schedule(adyen, 'capture fails', capture.pspReference, FAILS_AFTER_DAYS * DAY_MS)
}

function tellCapture(
  adyen: Adyen,
  payment: Payment,
  capture: Modification,
  { isTaken }: { isTaken: boolean },
): void {
  tell(adyen, payment, {
    eventCode: 'CAPTURE',
    pspReference: capture.pspReference,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.captureReference, payment, capture),
    amount: capture.amount ?? payment.amount,
    success: isTaken,
    reason: isTaken ? '' : NO_BALANCE,
  })
}

/** The rest of a hold, of which a part was captured. */
function release(adyen: Adyen, payment: Payment, value: number): void {
  book(adyen, payment, 'cancelled', value)
  if (adyen.variant.rest === 'told')
    tell(adyen, payment, {
      eventCode: 'CANCELLATION',
      pspReference: pspReference(adyen.random),
      originalReference: payment.pspReference,
      amount: { ...payment.amount, value },
    })
}

function settleRefund(adyen: Adyen, payment: Payment, refund: Modification): void {
  const { amount = payment.amount, day } = refund
  const { capturedValue, refundedValue, disputedValue } = bookedOf(adyen, payment)
  const hasCapture = capturedValue > 0
  if (day === 'postponed' && refund.outcome === undefined) {
    end(adyen, refund, false, 'postponed')
    tellRefund(adyen, payment, refund, { eventCode: 'POSTPONED_REFUND' })
    schedule(adyen, 'settle', refund.pspReference, DAY_MS)
    return
  }
  const isDone =
    !isRefusedAtFirst(refund) &&
    amount.currency === payment.amount.currency &&
    amount.value <= capturedValue - refundedValue - disputedValue
  if (isDone) book(adyen, payment, 'refunded', amount.value, refund)
  const reason = hasCapture ? NO_BALANCE : "Transaction hasn't been captured, refund not possible"
  const isFirst = refund.outcome === undefined
  end(adyen, refund, isDone, reason)
  tellRefund(adyen, payment, refund, { success: isDone, reason: isDone ? '' : reason })
  if (day === 'false, sent after all' && isFirst)
    schedule(adyen, 'settle', refund.pspReference, DAY_MS)
  if (isDone && day === 'fails after success')
    schedule(adyen, 'refund fails', refund.pspReference, FAILS_AFTER_DAYS * DAY_MS)
  if (isDone && day === 'reversed after success')
    schedule(adyen, 'refund reversed', refund.pspReference, FAILS_AFTER_DAYS * DAY_MS)
}

function isRefusedAtFirst({ day, outcome }: Modification): boolean {
  return day === 'false' || (day === 'false, sent after all' && outcome === undefined)
}

/** Cancels the whole hold, or refunds the whole capture. */
function settleReversal(adyen: Adyen, payment: Payment, reversal: Modification): void {
  takeMeanwhile(adyen, payment, reversal)
  const { openValue, capturedValue, refundedValue } = bookedOf(adyen, payment)
  const isRefund = capturedValue > 0
  const isDone = reversal.day !== 'false' && (isRefund ? refundedValue === 0 : openValue > 0)
  if (isDone && isRefund) book(adyen, payment, 'refunded', capturedValue, reversal)
  if (isDone && !isRefund) book(adyen, payment, 'cancelled', openValue, reversal)
  end(adyen, reversal, isDone, NO_BALANCE)
  tell(adyen, payment, {
    eventCode: 'CANCEL_OR_REFUND',
    pspReference: reversal.pspReference,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.captureReference, payment, reversal),
    success: isDone,
    reason: isDone ? '' : NO_BALANCE,
    additionalData: { 'modification.action': isRefund ? 'refund' : 'cancel' },
  })
}

/** Cancels what is held and not captured yet; what a network took at once stays taken. */
function settleCancel(adyen: Adyen, payment: Payment, cancel: Modification): void {
  takeMeanwhile(adyen, payment, cancel)
  const { openValue } = bookedOf(adyen, payment)
  const isDone = cancel.day !== 'false' && openValue > 0
  if (isDone) book(adyen, payment, 'cancelled', openValue, cancel)
  end(adyen, cancel, isDone, NO_BALANCE)
  tell(adyen, payment, {
    eventCode: 'CANCELLATION',
    pspReference: cancel.pspReference,
    originalReference: payment.pspReference,
    merchantReference: referenceOf(adyen.variant.captureReference, payment, cancel),
    success: isDone,
    reason: isDone ? '' : NO_BALANCE,
  })
}

/** Cancels holds of a reference; what is captured, and what is not yet authorised, stays. */
function settleCancelByReference(adyen: Adyen, cancel: Modification): void {
  const { merchantAccount, paymentReference = '' } = cancel
  const found = adyen.tables.payments
    .where('reference', `${merchantAccount} ${paymentReference}`)
    .map(([, payment]) => payment)
  for (const payment of found) takeMeanwhile(adyen, payment, cancel)
  const held = found.filter((payment) => bookedOf(adyen, payment).openValue > 0)
  const isDone = cancel.day !== 'false' && held.length > 0
  if (isDone)
    for (const payment of held)
      book(adyen, payment, 'cancelled', bookedOf(adyen, payment).openValue, cancel)
  const reason = found.length === 0 ? 'Original payment not found' : NO_BALANCE
  end(adyen, cancel, isDone, reason)
  const payment = held[0] ?? found[0]
  if (payment !== undefined)
    tell(adyen, payment, {
      eventCode: 'TECHNICAL_CANCEL',
      pspReference: cancel.pspReference,
      originalReference: payment.pspReference,
      success: isDone,
      reason: isDone ? '' : reason,
    })
}

function takeMeanwhile(adyen: Adyen, payment: Payment, { day }: Modification): void {
  const { openValue } = bookedOf(adyen, payment)
  if (day === 'captured meanwhile' && openValue > 0) book(adyen, payment, 'captured', openValue)
}

function end(adyen: Adyen, modification: Modification, isDone: boolean, reason: string): void {
  const outcome = { isDone, reason: isDone ? '' : reason }
  adyen.tables.modifications.put(modification.pspReference, { ...modification, outcome })
}
