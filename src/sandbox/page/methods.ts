import type { PaymentMethod } from '#contract/payment.ts'
import type { SimulatedOutcome } from '#contract/sandbox-simulate.ts'

/** The outcomes offered for a method, the likeliest first. */
interface MethodOutcomes {
  /** Without a live payment. */
  open: readonly SimulatedOutcome[]
  requires_action: readonly SimulatedOutcome[]
  processing: readonly SimulatedOutcome[]
  unknown: readonly SimulatedOutcome[]
  /** After the session ended with a failed payment of this method. */
  ended: readonly SimulatedOutcome[]
}

/** In the order of the panel. */
export const METHOD_OUTCOMES: Readonly<Record<PaymentMethod, MethodOutcomes>> = {
  card: {
    open: ['pay', 'decline', 'challenge_failed', 'processor_timeout'],
    requires_action: ['pay', 'decline', 'challenge_failed', 'expire'],
    processing: ['pay', 'decline', 'processor_timeout'],
    unknown: ['pay', 'decline'],
    ended: [],
  },
  pix: {
    open: ['pix_paid', 'pix_paid_late'],
    requires_action: ['pix_paid', 'pix_paid_late', 'expire'],
    processing: ['pix_paid'],
    unknown: ['pix_paid'],
    ended: ['pix_paid_late'],
  },
  boleto: {
    open: ['boleto_paid', 'boleto_paid_late'],
    requires_action: ['boleto_paid', 'boleto_paid_late', 'expire'],
    processing: ['boleto_paid'],
    unknown: ['boleto_paid'],
    ended: ['boleto_paid_late'],
  },
}
