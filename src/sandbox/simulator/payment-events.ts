import type { DeclineCode } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { StoredPayment } from './stored-payment.ts'

/** An event that changes a payment after its creation. */
export type PaymentEvent =
  | { type: 'pay' }
  /** The money arrives after the voucher has expired or was canceled. */
  | { type: 'pay_late' }
  | { type: 'decline'; declineCode: DeclineCode }
  | { type: 'expire' }
  | { type: 'pass_challenge' }
  | { type: 'fail_challenge' }
  | { type: 'abandon_challenge' }
  /** The caller cancels the payment, or releases its hold. */
  | { type: 'cancel' }
  /** The card is held, and nothing is taken yet. */
  | { type: 'authorize' }
  | { type: 'capture'; amountMinor: number }
  /** The time is over in which a held card can be captured. */
  | { type: 'end_hold' }

export type Settled =
  | { status: 'authorized' }
  | { status: 'succeeded'; capturedMinor: number }
  | { status: 'failed'; declineCode: DeclineCode }
  | { status: 'voided'; voidReason: VoidReason }

/** Why a hold was released. */
export type VoidReason = 'requested' | 'expired'

/** The outcome of an event in a state; `undefined` when the event is not possible there. */
export function settleBy(
  event: PaymentEvent,
  {
    status,
    method,
    captureMethod,
    amountMinor,
  }: Pick<StoredPayment, 'status' | 'method' | 'captureMethod' | 'amountMinor'>,
): Settled | undefined {
  const isAwaited = status === 'requires_action'
  const isOpen = isAwaited || status === 'processing'
  const isHeld = status === 'authorized'
  const isManual = captureMethod === 'manual'
  const succeeded: Settled = { status: 'succeeded', capturedMinor: amountMinor }
  const { actions, expiresAs, paysLater } = METHODS[method]
  const isChallenged = isAwaited && actions.includes('challenge')
  switch (event.type) {
    case 'pay':
      return isOpen || isHeld ? succeeded : undefined
    case 'authorize':
      return isOpen && isManual ? authorized : undefined
    case 'capture':
      return isHeld && event.amountMinor <= amountMinor
        ? { status: 'succeeded', capturedMinor: event.amountMinor }
        : undefined
    case 'end_hold':
      return isHeld ? voided('expired') : undefined
    case 'pay_late':
      return isOpen || (status === 'failed' && paysLater) ? succeeded : undefined
    case 'decline':
      return isOpen ? failed(event.declineCode) : undefined
    case 'expire':
      return isAwaited ? failed(expiresAs) : undefined
    case 'pass_challenge':
      if (!isChallenged) return undefined
      return isManual ? authorized : succeeded
    case 'fail_challenge':
      return isChallenged ? failed('authentication_failed') : undefined
    case 'abandon_challenge':
      return isChallenged ? failed('authentication_abandoned') : undefined
    case 'cancel':
      if (isHeld) return voided('requested')
      return isAwaited ? failed('replaced') : undefined
  }
}

const authorized: Settled = { status: 'authorized' }

function voided(voidReason: VoidReason): Settled {
  return { status: 'voided', voidReason }
}

function failed(declineCode: DeclineCode): Settled {
  return { status: 'failed', declineCode }
}
