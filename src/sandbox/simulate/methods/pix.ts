import type { SimulatedOutcome } from '#contract/sandbox-simulate.ts'
import { type OutcomeRules, PAID } from '../outcome-rules.ts'

export const pixOutcomes = {
  pix_paid: {
    ...PAID,
    method: 'pix',
    isReached: ({ payment }) => payment?.status === 'succeeded' && payment.method === 'pix',
  },
  pix_paid_late: {
    method: 'pix',
    fits: (isAwaited) => isAwaited,
    event: () => ({ type: 'expire' }),
    isReached: ({ payment }) => payment?.late === true,
    endsSession: true,
    isLate: true,
  },
} satisfies Partial<Record<SimulatedOutcome, OutcomeRules>>
