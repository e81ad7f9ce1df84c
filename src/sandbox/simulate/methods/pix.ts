import { type DecidedOutcome, type OutcomeRules, paidLateBy, PAID } from '../outcome-rules.ts'

export const pixOutcomes = {
  pix_paid: {
    ...PAID,
    method: 'pix',
    isReached: ({ payment }) => payment?.status === 'succeeded' && payment.method === 'pix',
  },
  pix_paid_late: paidLateBy('pix'),
} satisfies Partial<Record<DecidedOutcome, OutcomeRules>>
