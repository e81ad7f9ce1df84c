import type { PaymentMethod } from '#contract/payment.ts'
import { type Decided, type DecidedOutcome, type OutcomeRules, PAID } from '../outcome-rules.ts'
import { boletoOutcomes } from './boleto.ts'
import { cardOutcomes, plannedCard } from './card.ts'
import { pixOutcomes } from './pix.ts'

export const OUTCOMES: Readonly<Record<DecidedOutcome, OutcomeRules>> = {
  pay: { ...PAID, method: null },
  expire: {
    method: null,
    fits: (isAwaited) => isAwaited,
    event: () => ({ type: 'expire' }),
    isReached: ({ status }) => status === 'expired',
    endsSession: true,
  },
  ...cardOutcomes,
  ...pixOutcomes,
  ...boletoOutcomes,
}

/** The payment that a method makes for an outcome. */
export const PAYMENTS = {
  card: plannedCard,
  pix: () => ({ method: 'pix' as const }),
  boleto: () => ({ method: 'boleto' as const }),
} satisfies Record<PaymentMethod, (simulated: Decided) => { method: PaymentMethod }>

export type PlannedPayment = ReturnType<(typeof PAYMENTS)[PaymentMethod]>
