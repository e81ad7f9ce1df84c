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
  /** The caller cancels the payment. */
  | { type: 'cancel' }

export type Settled = { status: 'succeeded' } | { status: 'failed'; declineCode: DeclineCode }

/** The outcome of an event in a state; `undefined` when the event is not possible there. */
export function settleBy(
  event: PaymentEvent,
  { status, method }: Pick<StoredPayment, 'status' | 'method'>,
): Settled | undefined {
  const isAwaited = status === 'requires_action'
  const isOpen = isAwaited || status === 'processing'
  const { actions, expiresAs, paysLater } = METHODS[method]
  const isChallenged = isAwaited && actions.includes('challenge')
  switch (event.type) {
    case 'pay':
      return isOpen ? succeeded : undefined
    case 'pay_late':
      return isOpen || (status === 'failed' && paysLater) ? succeeded : undefined
    case 'decline':
      return isOpen ? failed(event.declineCode) : undefined
    case 'expire':
      return isAwaited ? failed(expiresAs) : undefined
    case 'pass_challenge':
      return isChallenged ? succeeded : undefined
    case 'fail_challenge':
      return isChallenged ? failed('authentication_failed') : undefined
    case 'abandon_challenge':
      return isChallenged ? failed('authentication_abandoned') : undefined
    case 'cancel':
      return isAwaited ? failed('replaced') : undefined
  }
}

const succeeded: Settled = { status: 'succeeded' }

function failed(declineCode: DeclineCode): Settled {
  return { status: 'failed', declineCode }
}
