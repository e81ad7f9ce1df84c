import type { PaymentState } from '#contract/payment.ts'
import type { StandingWord } from '#contract/dashboard/standing-words.ts'
import type { Standing } from '#contract/dashboard/standing.ts'
import type { SessionState } from '#contract/session.ts'
import { isLive } from './payment-state.ts'
import { leftMinorOf, netReversedMinor } from './reversal.ts'

/** What is known of a session. */
export interface StandingSession {
  status: SessionState
  amountMinor: number
  currency: string
}

/** What is known of a payment. */
export interface StandingPayment {
  status: PaymentState
  amountMinor: number
  currency: string
  capturedMinor: number
  /** Null: the same as `currency`. */
  capturedCurrency: string | null
  /** Of refunds that succeeded: a pending refund has given nothing back yet. */
  refundedMinor: number
  reversedMinor: number
  reinstatedMinor: number
  /** Whether its money is not kept, and not all given back yet. */
  isOwed: boolean
  /** Whether a dispute of it is open. */
  isDisputed: boolean
  /** `manual`: the merchant decides when the money is taken. Null: it is taken at once. */
  captureMethod: 'manual' | null
}

const TONES: Record<StandingWord, Standing['tone']> = {
  open: 'calm',
  expired: 'danger',
  canceled: 'danger',
  requires_action: 'calm',
  processing: 'calm',
  unknown: 'warn',
  authorized: 'calm',
  another_amount: 'warn',
  declined: 'danger',
  voided: 'calm',
  paid: 'ok',
  partially_refunded: 'calm',
  refunded: 'calm',
  disputed: 'warn',
  partially_taken_back: 'danger',
  taken_back: 'danger',
  reinstated: 'ok',
  owed: 'warn',
}

/**
 * What a payment is: the one rule, which every view asks. `charged` is what the shopper was charged, interest of installments
 * included; while nothing was taken, what is asked. `kept` is what is left of it; null while that is not decided.
 */
export function standing(session: StandingSession, payment: StandingPayment | null): Standing {
  const word = payment === null ? wordOfSession(session) : wordOf(session, payment)
  return { word, tone: TONES[word], ...moneyOf(word, session, payment) }
}

/** Whether money that was taken is the merchant's: late money of a session that stays ended goes back. */
export function isKept(status: SessionState, payment: Pick<StandingPayment, 'status'>): boolean {
  return payment.status === 'succeeded' && status !== 'expired' && status !== 'canceled'
}

/** Whether a bank took money back that was the merchant's. */
export function isTakenBack(word: StandingWord): word is 'taken_back' | 'partially_taken_back' {
  return word === 'taken_back' || word === 'partially_taken_back'
}

/** A complete session has a payment that succeeded. Where that is not known, it is paid all the same. */
function wordOfSession({ status }: StandingSession): StandingWord {
  return status === 'complete' ? 'paid' : status
}

function wordOf({ status }: StandingSession, payment: StandingPayment): StandingWord {
  switch (payment.status) {
    case 'created':
    case 'processing':
      return 'processing'
    case 'requires_action':
    case 'unknown':
      return payment.status
    case 'amount_mismatch':
      return 'another_amount'
    // With automatic capture a hold is a step on the way, which nobody is shown.
    case 'authorized':
      return payment.captureMethod === 'manual' ? 'authorized' : 'processing'
    case 'voided':
    case 'failed':
      if (payment.capturedMinor > 0) return wordOfMoneyNotKept(payment)
      return payment.status === 'voided' ? 'voided' : 'declined'
    case 'succeeded':
      return isKept(status, payment) ? wordOfMoney(payment) : wordOfMoneyNotKept(payment)
  }
}

function wordOfMoney(payment: StandingPayment): StandingWord {
  // While it is open, what a bank took back may come again.
  if (payment.isDisputed) return 'disputed'
  const { capturedMinor, refundedMinor, reinstatedMinor } = payment
  const takenBack = netReversedMinor(payment)
  if (takenBack > 0) return takenBack < capturedMinor ? 'partially_taken_back' : 'taken_back'
  if (refundedMinor > 0) return refundedMinor < capturedMinor ? 'partially_refunded' : 'refunded'
  return reinstatedMinor > 0 ? 'reinstated' : 'paid'
}

/** Money that is not owed any longer was refunded, taken back, given back outside of the processor, or is disputed. */
function wordOfMoneyNotKept(payment: StandingPayment): StandingWord {
  if (payment.isOwed) return 'owed'
  const word = wordOfMoney(payment)
  return isTakenBack(word) || word === 'disputed' ? word : 'refunded'
}

function moneyOf(
  word: StandingWord,
  session: StandingSession,
  payment: StandingPayment | null,
): Pick<Standing, 'charged' | 'kept'> {
  const { amountMinor, currency } = payment ?? session
  if (payment === null || payment.capturedMinor === 0)
    return { charged: { amount: amountMinor, currency }, kept: null }
  const inCaptured = (amount: number) => ({
    amount,
    currency: payment.capturedCurrency ?? currency,
  })
  return {
    charged: inCaptured(payment.capturedMinor),
    kept:
      word === 'another_amount'
        ? null
        : inCaptured(isKept(session.status, payment) ? leftMinorOf(payment) : 0),
  }
}

/**
 * The payment by which a session with several is shown: the one that succeeded, else the live one, else the latest whose money
 * was taken, else the latest.
 */
export function shownPayment<
  Payment extends Pick<StandingPayment, 'status' | 'capturedMinor'> & { id: string },
>(payments: readonly Payment[]): Payment | null {
  const [shown = null] = payments.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one.id < other.id ? 1 : -1),
  )
  return shown
}

function rankOf({
  status,
  capturedMinor,
}: Pick<StandingPayment, 'status' | 'capturedMinor'>): number {
  if (status === 'succeeded') return 0
  if (isLive(status)) return 1
  return capturedMinor > 0 ? 2 : 3
}
