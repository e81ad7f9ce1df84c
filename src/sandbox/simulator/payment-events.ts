import type { DeclineCode } from '../../contract/payment.ts'
import { METHODS } from '../../domain/methods/methods.ts'
import type { StoredPayment } from './stored-payment.ts'

/** What can happen to a payment after it was made. */
export type PaymentEvent =
  | { type: 'pay' }
  /** Money that comes although the voucher has expired or was given up. */
  | { type: 'pay_late' }
  | { type: 'decline'; declineCode: DeclineCode }
  | { type: 'expire' }
  | { type: 'pass_challenge' }
  | { type: 'fail_challenge' }
  | { type: 'abandon_challenge' }
  /** The caller gives the payment up for another. */
  | { type: 'cancel' }

export type Settled = { status: 'succeeded' } | { status: 'failed'; declineCode: DeclineCode }

/** Where an event leads from a state; undefined when it cannot happen there. */
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
