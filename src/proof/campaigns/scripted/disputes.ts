import type { ProcessorDisputeRow } from '../../oracle/books.ts'
import type { Dice } from '../shared/dice.ts'
import type { Deps } from './deps.ts'
import type { OfPayment } from './unkindness.ts'

const HOUR_MS = 3_600_000

/** What a step does to the money of its payment. */
const MOVES: Record<string, 'take' | 'give'> = {
  chargeback: 'take',
  chargeback_reversed: 'give',
  second_chargeback: 'take',
}
const LOST = ['notified', 'chargeback', 'evidence_supplied', 'period_ended']
const WON_THEN_LOST = [
  'notified',
  'chargeback',
  'evidence_supplied',
  'chargeback_reversed',
  'second_chargeback',
]

interface Dispute {
  paymentId: string
  reference: string
  amountMinor: number
  currency: string
  /** Steps to come, and the time of the next. */
  steps: string[]
  known: { step: string; shownAt: Date }[]
  nextAt: Date
}

/** A step of a dispute, as an outcome tells it. */
interface ToldStep {
  reference: string
  step: string
  amountMinor: number
  currency: string
}

interface Disputes {
  begin(
    payment: { paymentId: string; amountMinor: number; currency: string },
    script: OfPayment | undefined,
  ): void
  runDue(): void
  undue(): number
  /** The steps that look-ups show, in no order, with gaps. */
  toldOf(paymentId: string): ToldStep[]
  rows(): ProcessorDisputeRow[]
}

/** Shoppers who ask their bank for the money. */
export function createDisputes(
  { clock }: Pick<Deps, 'clock'>,
  {
    dice,
    move,
    tell,
  }: {
    dice: Dice
    /** Takes a payment's money back, or gives it again. */
    move: (paymentId: string, direction: 'take' | 'give') => void
    /** Sends a webhook after a delay. */
    tell: (paymentId: string, delayMs: number) => void
  },
): Disputes {
  const disputes: Dispute[] = []
  const later = () => new Date(clock().getTime() + HOUR_MS * (1 + dice.below(2)))

  function step(dispute: Dispute): void {
    const name = dispute.steps.shift()
    if (name === undefined) return
    const { paymentId } = dispute
    // Steps may become known in another order than they were taken.
    const delayMs = dice.chance(0.5) ? 3 * HOUR_MS : 0
    dispute.known.push({ step: name, shownAt: new Date(clock().getTime() + delayMs) })
    dispute.nextAt = later()
    const direction = MOVES[name]
    if (direction !== undefined) move(paymentId, direction)
    tell(paymentId, delayMs)
  }

  return {
    begin({ paymentId, amountMinor, currency }, script) {
      const steps =
        script === 'disputed' ? LOST : script === 'dispute won then lost' ? WON_THEN_LOST : []
      if (steps.length === 0) return
      const reference = `case-${paymentId}`
      disputes.push({
        paymentId,
        reference,
        amountMinor,
        currency,
        steps: [...steps],
        known: [],
        nextAt: later(),
      })
    },
    runDue() {
      for (const dispute of disputes)
        if (dispute.steps.length > 0 && dispute.nextAt <= clock()) step(dispute)
    },
    undue: () => disputes.filter(({ steps }) => steps.length > 0).length,
    toldOf: (paymentId) =>
      disputes
        .filter((dispute) => dispute.paymentId === paymentId)
        .flatMap(({ reference, amountMinor, currency, known }) =>
          known
            .filter(({ shownAt }) => shownAt <= clock())
            .map(({ step: name }) => ({ reference, step: name, amountMinor, currency }))
            .toReversed(),
        ),
    rows: () =>
      disputes
        .filter(({ known }) => known.length > 0)
        .map(({ reference, paymentId, known }) => ({
          reference,
          paymentId,
          steps: known.map(({ step: name }) => name),
        })),
  }
}
