import type { PaymentAction } from '#contract/checkout.ts'
import type { EventType } from '#contract/event.ts'
import type { CardBrand, DeclineCode, PaymentState } from '#contract/payment.ts'
import type { ReversalKind } from '#contract/reversal-kinds.ts'
import type { ToldDispute } from './dispute.ts'
import type { VoidReason } from './hold.ts'
import { mayMove } from './payment-state.ts'
import { otherAmount } from './settle-mismatch.ts'
import type { SettleResult, Taken, Unsettled } from './settlement.ts'
import {
  settleAuthorized,
  settleRefusedCapture,
  settleVoided,
  type RefusedCapture,
} from './settle-hold.ts'
import { hasEnded, money, takenOf, unpaid } from './take-money.ts'

export interface KnownCard {
  brand: CardBrand | null
  lastFour: string
}

/** The names of a payment at the processor and in its networks, by which a back office matches it. */
export interface ProcessorReferences {
  processorReference?: string
  /** Only for a card payment. */
  authorizationCode?: string
  /** Only for a paid Pix. */
  endToEndId?: string
  /** Only for a Pix. */
  txid?: string
  /** The bank's own number of a boleto. */
  boletoNumber?: string
}

/** The names of a refund at the processor and in its networks. */
export interface RefundReferences {
  processorReference?: string
  /** The id of a Pix return; only for a Pix. */
  returnId?: string
}

/**
 * What a processor's module keeps with a payment or refund until its next call, as JSON: never a secret, a card or a person.
 */
export type ProcessorState = Readonly<Record<string, string | number | boolean | null>>

/**
 * A payment's outcome at the processor; `unknown` when there was no answer. `reversedMinor` is the total that banks and
 * networks have taken back so far, in the captured currency, and `reinstatedMinor` the total of it that they gave back again:
 * neither falls, and what is taken back now is their difference. `reversalKind` says why money was taken back last.
 */
export type PaymentOutcome = (
  | {
      status: 'succeeded'
      capturedMinor: number
      currency: string
      reversedMinor?: number
      /** The total of taken-back money that was given again; it never falls either. */
      reinstatedMinor?: number
      /** The steps of disputes that are known; several of one dispute have its reference. */
      disputes?: readonly ToldDispute[]
      /** Why money was taken back last. */
      reversalKind?: ReversalKind
      /** When the shopper paid, as the processor states it: RFC 3339, with its offset. */
      paidAt?: string
      card?: KnownCard
    }
  /** The processor holds the amount, and has taken nothing of it. */
  | {
      status: 'authorized'
      authorizedMinor: number
      currency: string
      /** Until when it can be captured: RFC 3339, with its offset. */
      captureBefore?: string
      /** A release was acknowledged, and failed afterwards. */
      isReleaseFailed?: true
      card?: KnownCard
    }
  /** What it held was released. */
  | { status: 'voided'; reason: VoidReason; card?: KnownCard }
  /** With `requestFault` the processor named a fault of our request, such as its amount: for the log alone. */
  | { status: 'failed'; declineCode: DeclineCode; requestFault?: string; card?: KnownCard }
  | { status: 'requires_action'; action: PaymentAction; card?: KnownCard }
  | { status: 'processing'; card?: KnownCard }
  | { status: 'unknown' }
) &
  OutcomeDetails

interface OutcomeDetails {
  references?: ProcessorReferences
  state?: ProcessorState
  /** Who is paid, as the shopper's bank names them. */
  payeeName?: string
}

/** What can be settled: a payment's outcome, or the refusal of its capture. */
export type SettledOutcome = PaymentOutcome | (RefusedCapture & OutcomeDetails)

/** What is settled, and the outcome by which it is settled. */
interface SettleInput extends Unsettled {
  outcome: SettledOutcome
}

const NOTHING = { result: 'nothing' } as const

/**
 * The state transition for an outcome, idempotent and independent of order: duplicates and late messages change nothing,
 * money is never ignored, and at most one payment of a session succeeds. Source: the API contract, section 5.
 */
export function settle(input: SettleInput): SettleResult {
  const { session, payment, outcome } = input
  if (outcome.status === 'succeeded') {
    const { capturedMinor, currency } = outcome
    return settleMoney(input, { capturedMinor, currency })
  }
  if (outcome.status === 'authorized') return settleAuthorized(input, outcome)
  if (outcome.status === 'voided') return settleVoided(input, outcome.reason)
  if (outcome.status === 'capture_refused') return settleRefusedCapture(input, outcome)
  // The processor took money: only an outcome with another amount, or an operator, resolves it. What it holds, a release ends.
  if (payment.status === 'amount_mismatch' || payment.status === 'authorized') return NOTHING
  if (!mayMove(payment.status, outcome.status, payment.captureMethod)) return NOTHING
  return {
    result: 'change',
    change: {
      payment: {
        status: outcome.status,
        declineCode: outcome.status === 'failed' ? outcome.declineCode : null,
        action: outcome.status === 'requires_action' ? outcome.action : null,
        captured: false,
        late: false,
        taken: null,
      },
      session: unpaid(session, outcome.status),
      events: eventsOf(payment.status, outcome.status),
      refund: false,
      decided: null,
    },
  }
}

function settleMoney(input: SettleInput, taken: Taken): SettleResult {
  const { session, payment, latePolicy } = input
  const known = takenOf(payment)
  const isKnown = known.capturedMinor === taken.capturedMinor && known.currency === taken.currency
  const isHeld = payment.status === 'amount_mismatch'
  if (!isHeld && payment.capturedMinor > 0) return NOTHING
  if (isKnown && (isHeld || hasEnded(payment))) return NOTHING
  return {
    result: 'change',
    change: isAsked(payment, taken)
      ? money(session, payment, taken, latePolicy)
      : otherAmount(input, taken),
  }
}

/** By hand a payment is captured in full or in part, also at the processor itself. */
function isAsked(
  { captureMethod, amountMinor, authorizedMinor, currency }: Unsettled['payment'],
  taken: Taken,
): boolean {
  if (taken.currency !== currency) return false
  if (captureMethod === 'automatic') return taken.capturedMinor === amountMinor
  return taken.capturedMinor >= 1 && taken.capturedMinor <= (authorizedMinor ?? amountMinor)
}

function eventsOf(from: PaymentState, to: PaymentState): EventType[] {
  switch (to) {
    case 'failed':
      return ['payment.failed']
    case 'requires_action':
      return ['payment.requires_action']
    // Merchants see `unknown` as processing, so both share one event.
    case 'processing':
      return from === 'unknown' ? [] : ['payment.processing']
    case 'unknown':
      return from === 'processing' ? [] : ['payment.processing']
    // An outcome with money has its own events: see `settleMoney`.
    case 'created':
    case 'authorized':
    case 'amount_mismatch':
    case 'succeeded':
    case 'voided':
      return []
  }
}
