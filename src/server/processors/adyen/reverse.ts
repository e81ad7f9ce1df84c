import type { Said, Ask } from './api.ts'
import type { Account } from './settings.ts'

/** Whichever of both is left to do, Adyen does: some networks take money at once. */
const REVERSAL_ROUTE = '/payments/{psp}/reversals'

interface Reversal {
  paymentId: string
  psp: string
  /** Follows the key of reversals that have failed. */
  tries?: number
}

/** Releases what is held of a payment, or gives back what was taken of it: always all of it. */
export function reverse(
  ask: Ask,
  { merchantAccount }: Pick<Account, 'merchantAccount'>,
  { paymentId, psp, tries = 1 }: Reversal,
): Promise<Said> {
  return ask({
    route: REVERSAL_ROUTE,
    values: { psp },
    idempotencyKey: tries === 1 ? `rev-${paymentId}` : `rev-${paymentId}-${tries}`,
    body: { merchantAccount, reference: paymentId },
  })
}
