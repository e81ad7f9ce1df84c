import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { PageOutcome } from '#contract/sandbox-simulate.ts'
import { methodsThat } from '#domain/methods/methods.ts'
import { METHOD_OUTCOMES } from './methods.ts'

type Looked = Pick<PageCheckout, 'status' | 'methods' | 'payment'>

/** The outcomes that fit a session's state, the likeliest first. */
export function outcomesFor({ status, methods, payment }: Looked): readonly PageOutcome[] {
  if (status === 'complete') return []
  const outcomes = payment && METHOD_OUTCOMES[payment.method]
  if (status !== 'open') return outcomes && payment.status === 'failed' ? outcomes.ended : []
  switch (payment?.status) {
    case undefined:
    case 'succeeded':
    case 'failed':
    case 'voided':
      return [...startingWith(methods), 'expire']
    case 'authorized':
      return ['pay', 'void', 'authorization_expired']
    case 'created':
    case 'amount_mismatch':
      return []
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return outcomes?.[payment.status] ?? []
  }
}

function startingWith(methods: readonly PaymentMethod[]): PageOutcome[] {
  const offered = methodsThat(() => true).filter((method) => methods.includes(method))
  return offered.flatMap((method) => METHOD_OUTCOMES[method].open)
}
