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
    refunds: modifications.flatMap((one) => refundOf(control, own, one)),
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
  const about = { paymentId, hold: entry.pspReference }
  const row = (of: string, refundId: string | null = null): Row[] => [
    { ...about, refundId, kind: of, amountMinor: amount.value, currency: amount.currency },
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
      return row('reversal').map((reversal) => ({ ...reversal, takesRefunded: true }))
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
  const about = { paymentId: payment.reference, hold: paymentPspReference, refundId: null }
  const row = { ...about, amountMinor: value, currency }
  if (outcome.isDone) return [{ ...row, kind: 'capture' }]
  const refused = { ...row, isNeverBooked: true } as const
  return [
    { ...refused, kind: 'capture' },
    { ...refused, kind: 'reversal' },
  ]
}

function refundOf(
  control: Control,
  own: readonly LedgerEntry[],
  {
    kind,
    pspReference,
    paymentPspReference = '',
    amount,
    reference = '',
    outcome,
    leftValue,
  }: Modification,
): ProcessorRefundRow[] {
  const payment = control.payment(paymentPspReference)
  if (kind !== 'refund' || payment === undefined || !REFUND.test(reference)) return []
  const isBack = own.some(
    (entry) => entry.kind === 'refund_failed' && entry.modification === pspReference,
  )
  const ended = outcome?.isDone === true ? 'succeeded' : 'failed'
  const status = isBack ? 'reversed' : outcome === undefined ? 'pending' : ended
  const { value: amountMinor } = amount ?? payment.amount
  const left = leftValue === undefined ? {} : { leftMinor: leftValue }
  return [{ id: reference, paymentId: payment.reference, amountMinor, status, ...left }]
}
