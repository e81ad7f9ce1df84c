import type { Control } from '#sandbox/fakes/adyen/control.ts'
import type { LedgerEntry, Modification } from '#sandbox/fakes/adyen/records.ts'
import type { Variant } from '#sandbox/fakes/adyen/variant.ts'
import type { LedgerRow, ProcessorDisputeRow, ProcessorRefundRow } from '../../oracle/books.ts'

type Row = Omit<LedgerRow, 'sequence'>

const PAYMENT = /^pay_\w{22}$/
const REFUND = /^re_\w{22}$/

/** What each event of a dispute means; others open none. */
const STEPS: ReadonlyMap<string, string> = new Map([
  ['REQUEST_FOR_INFORMATION', 'inquiry_opened'],
  ['NOTIFICATION_OF_CHARGEBACK', 'notified'],
  ['CHARGEBACK', 'chargeback'],
  ['INFORMATION_SUPPLIED', 'evidence_supplied'],
  ['CHARGEBACK_REVERSED', 'chargeback_reversed'],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'issuer_gave_up'],
  ['SECOND_CHARGEBACK', 'second_chargeback'],
  ['PREARBITRATION_OPEN', 'pre_arbitration_opened'],
  ['PREARBITRATION_LOST', 'pre_arbitration_lost'],
])

/** Adyen's own records of the checkout's payments, refunds and disputes, in the form that the oracle takes. */
export function adyenBooks(
  control: Control,
  variant: Pick<Variant, 'chargebackCurrency'>,
): { ledger: LedgerRow[]; refunds: ProcessorRefundRow[]; disputes: ProcessorDisputeRow[] } {
  const modifications = control.modifications()
  const own = control.ledger().filter(({ reference }) => PAYMENT.test(reference))
  const rows = [
    ...modifications.flatMap((one) => unbookedCapture(control, own, one)),
    ...own.flatMap((entry) =>
      rowsOf(entry, endsOf(modifications, entry)).map((row) => ({
        ...row,
        ...marksOf(modifications, entry, variant),
      })),
    ),
  ]
  return {
    ledger: rows.map((row, index) => ({ ...row, sequence: index + 1 })),
    refunds: modifications.flatMap((one) => refundOf(control, own, one)),
    disputes: disputesOf(control),
  }
}

function disputesOf(control: Control): ProcessorDisputeRow[] {
  const disputes = new Map<string, ProcessorDisputeRow>()
  for (const {
    pspReference: reference,
    paymentReference: paymentId,
    eventCode,
  } of control.disputeSteps()) {
    const step = STEPS.get(eventCode)
    if (step === undefined || !PAYMENT.test(paymentId)) continue
    const { steps = [] } = disputes.get(reference) ?? {}
    disputes.set(reference, { reference, paymentId, steps: [...steps, step] })
  }
  return [...disputes.values()]
}

type Marks = Pick<LedgerRow, 'isSentAfterAll' | 'isUnprovable'>

/** What no webhook proves: a capture that is made again under its own reference, and the worth of a chargeback in another currency. */
function marksOf(
  modifications: readonly Modification[],
  { kind, modification }: LedgerEntry,
  { chargebackCurrency }: Pick<Variant, 'chargebackCurrency'>,
): Marks {
  const by = modifications.find(({ pspReference }) => pspReference === modification)
  const isForeign = DISPUTED.has(kind) && chargebackCurrency !== 'own'
  return {
    ...((isForeign || (kind === 'captured_again' && by !== undefined)) && { isUnprovable: true }),
    ...(by?.day === 'false, sent after all' && { isSentAfterAll: true }),
  }
}

const DISPUTED: ReadonlySet<string> = new Set([
  'chargeback',
  'chargeback_reversed',
  'second_chargeback',
])

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
  { kind, pspReference, paymentPspReference = '', amount, outcome, day }: Modification,
): Row[] {
  const payment = control.payment(paymentPspReference)
  const isForgotten = day === 'never done' && payment?.isSale !== true
  const hasEnded = outcome !== undefined || isForgotten
  if (kind !== 'capture' || !hasEnded || payment === undefined) return []
  if (own.some((entry) => entry.kind === 'captured' && entry.modification === pspReference))
    return []
  const { value, currency } = amount ?? payment.amount
  const about = { paymentId: payment.reference, hold: paymentPspReference, refundId: null }
  const row = { ...about, amountMinor: value, currency }
  if (outcome?.isDone === true) return [{ ...row, kind: 'capture' }]
  const refused = { ...row, isNeverBooked: true } as const
  return [
    { ...refused, kind: 'capture' },
    // No webhook tells that a capture was forgotten.
    { ...refused, kind: 'reversal', ...(isForgotten && { isUnprovable: true }) },
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
