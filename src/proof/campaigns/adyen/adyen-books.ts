import type { Control } from '#sandbox/fakes/adyen/control.ts'
import type { LedgerEntry, Modification } from '#sandbox/fakes/adyen/records.ts'
import type { LedgerRow, ProcessorRefundRow } from '../../oracle/books.ts'

type Row = Omit<LedgerRow, 'sequence'>

const PAYMENT = /^pay_\w{22}$/
const REFUND = /^re_\w{22}$/

/** Adyen's own records of the checkout's payments and refunds, in the form that the oracle takes. */
export function adyenBooks(control: Control): {
  ledger: LedgerRow[]
  refunds: ProcessorRefundRow[]
} {
  const modifications = control.modifications()
  const own = control.ledger().filter(({ reference }) => PAYMENT.test(reference))
  const rows = [
    ...modifications.flatMap((one) => unbookedCapture(control, own, one)),
    ...own.flatMap((entry) => rowsOf(entry, endsOf(modifications, entry))),
  ]
  return {
    ledger: rows.map((row, index) => ({ ...row, sequence: index + 1 })),
    refunds: modifications.flatMap((one) => refundOf(control, one)),
  }
}

/** How the checkout ended a hold that the network had taken at once. */
type Ends = Readonly<Record<'isCaptured' | 'isReversed', boolean>>

function endsOf(modifications: readonly Modification[], { pspReference }: LedgerEntry): Ends {
  const done = modifications.filter(
    ({ paymentPspReference, outcome }) => paymentPspReference === pspReference && outcome?.isDone,
  )
  return {
    isCaptured: done.some(({ kind }) => kind === 'capture'),
    isReversed: done.some(({ kind }) => kind === 'reversal'),
  }
}

/** What an entry is to the checkout, to which a network that takes the money at once holds it first. */
function rowsOf(entry: LedgerEntry, { isCaptured, isReversed }: Ends): Row[] {
  const { kind, reference: paymentId, amount, modification, modificationReference = '' } = entry
  const row = (of: string, refundId: string | null = null): Row[] => [
    { paymentId, refundId, kind: of, amountMinor: amount.value, currency: amount.currency },
  ]
  const isOurs = REFUND.test(modificationReference)
  switch (kind) {
    case 'authorised':
      return row('authorization')
    case 'captured':
      return modification === undefined && (isCaptured || isReversed) ? [] : row('capture')
    case 'cancelled':
    case 'expired':
      return row('void')
    case 'refunded':
      if (isOurs) return row('refund', modificationReference)
      return modificationReference === paymentId && !isCaptured ? row('void') : row('reversal')
    case 'refund_failed':
      return isOurs ? row('refund_reversal', modificationReference) : row('reinstatement')
    case 'capture_failed':
    case 'chargeback':
    case 'second_chargeback':
      return row('reversal')
    case 'captured_again':
    case 'chargeback_reversed':
      return row('reinstatement')
  }
}

/** A capture that was acknowledged, and booked earlier by the network, or never. */
function unbookedCapture(
  control: Control,
  own: readonly LedgerEntry[],
  { kind, pspReference, paymentPspReference = '', amount, outcome }: Modification,
): Row[] {
  const payment = control.payment(paymentPspReference)
  if (kind !== 'capture' || outcome === undefined || payment === undefined) return []
  if (own.some((entry) => entry.kind === 'captured' && entry.modification === pspReference))
    return []
  const { value, currency } = amount ?? payment.amount
  const row = { paymentId: payment.reference, refundId: null, amountMinor: value, currency }
  const capture = { ...row, kind: 'capture' }
  return outcome.isDone ? [capture] : [capture, { ...row, kind: 'reversal' }]
}

function refundOf(
  control: Control,
  { kind, paymentPspReference = '', amount, reference = '', outcome }: Modification,
): ProcessorRefundRow[] {
  const payment = control.payment(paymentPspReference)
  if (kind !== 'refund' || payment === undefined || !REFUND.test(reference)) return []
  const status = outcome === undefined ? 'pending' : outcome.isDone ? 'succeeded' : 'failed'
  const { value: amountMinor } = amount ?? payment.amount
  return [{ id: reference, paymentId: payment.reference, amountMinor, status }]
}
