import { type DecidedOutcome, type OutcomeRules, paidLateBy, PAID } from '../outcome-rules.ts'

export const boletoOutcomes = {
  boleto_paid: {
    ...PAID,
    method: 'boleto',
    isReached: ({ payment }) => payment?.status === 'succeeded' && payment.method === 'boleto',
  },
  boleto_paid_late: paidLateBy('boleto'),
} satisfies Partial<Record<DecidedOutcome, OutcomeRules>>
