import type { PageCheckout, PagePayment } from '../../contract/page.ts'
import type { SimulatedOutcome } from '../../contract/sandbox-simulate.ts'
import { isLive } from '../../domain/payment-state.ts'

type Looked = Pick<PageCheckout, 'status' | 'methods' | 'payment'>

/** The outcomes that fit a session as it stands, the likeliest first. */
export function outcomesFor({ status, methods, payment }: Looked): readonly SimulatedOutcome[] {
  if (status === 'complete') return []
  if (status !== 'open')
    return payment?.method === 'pix' && payment.status === 'failed' ? ['pix_paid_late'] : []
  if (payment !== null && isLive(payment.status)) return outcomesOf(payment)
  return [
    ...(methods.includes('card')
      ? (['pay', 'decline', 'challenge_failed', 'processor_timeout'] as const)
      : []),
    ...(methods.includes('pix') ? (['pix_paid', 'pix_paid_late'] as const) : []),
    ...(methods.includes('boleto') ? (['boleto_paid'] as const) : []),
    'expire',
  ]
}

/** Of a live attempt. */
function outcomesOf({ status, method }: PagePayment): readonly SimulatedOutcome[] {
  if (status === 'created') return []
  const isAwaited = status === 'requires_action'
  switch (method) {
    case 'card':
      if (isAwaited) return ['pay', 'decline', 'challenge_failed', 'expire']
      return status === 'unknown' ? ['pay', 'decline'] : ['pay', 'decline', 'processor_timeout']
    case 'pix':
      return isAwaited ? ['pix_paid', 'pix_paid_late', 'expire'] : ['pix_paid']
    case 'boleto':
      return isAwaited ? ['boleto_paid', 'expire'] : ['boleto_paid']
  }
}
