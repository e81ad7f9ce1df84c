import type { Ask } from './api.ts'
import { modify } from './modification.ts'
import type { Account } from './settings.ts'

interface Reversal {
  paymentId: string
  psp: string
  /** Follows the keys of the reversals before. Default: the first. */
  number?: number
  /** Sets its keys apart from those of the payment's own release. */
  keyOf?: string
}

/**
 * Releases what is held of a payment, or gives back what was taken of it: always all of it, and whichever is left to do. Some
 * networks take money at once, so a cancellation alone could leave it taken.
 */
export async function reverse(
  ask: Ask,
  { merchantAccount }: Pick<Account, 'merchantAccount'>,
  { paymentId, psp, number = 1, keyOf }: Reversal,
): Promise<void> {
  await modify(ask, {
    route: '/payments/{psp}/reversals',
    psp,
    idempotencyKey: ['rev', paymentId, keyOf, number > 1 ? number : undefined]
      .filter((part) => part !== undefined)
      .join('-'),
    body: { merchantAccount, reference: paymentId },
  })
}
