import type { PaymentMethod } from '#contract/payment.ts'
import type { Simulate, SimulatedOutcome } from '#contract/sandbox-simulate.ts'
import { type OutcomeRules, PAID } from '../outcome-rules.ts'
import { boletoOutcomes } from './boleto.ts'
import { cardOutcomes, plannedCard } from './card.ts'
import { pixOutcomes } from './pix.ts'

export const OUTCOMES: Readonly<Record<SimulatedOutcome, OutcomeRules>> = {
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
} satisfies Record<PaymentMethod, (simulated: Simulate) => { method: PaymentMethod }>

export type PlannedPayment = ReturnType<(typeof PAYMENTS)[PaymentMethod]>
