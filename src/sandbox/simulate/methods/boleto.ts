import type { SimulatedOutcome } from '#contract/sandbox-simulate.ts'
import { type OutcomeRules, PAID } from '../outcome-rules.ts'

export const boletoOutcomes = {
  boleto_paid: {
    ...PAID,
    method: 'boleto',
    isReached: ({ payment }) => payment?.status === 'succeeded' && payment.method === 'boleto',
  },
} satisfies Partial<Record<SimulatedOutcome, OutcomeRules>>
