import type { Checkout } from '../../contract/checkout.ts'

/** A session as it was read, and when, by the clock of this process. */
export interface SeenCheckout {
  checkout: Checkout
  atMs: number
}

/** What a clock that runs may differ from ours while an answer is on its way. */
const JUMP_MS = 5000

/** Whether the clock of the session jumped, stopped or went on meanwhile, which in the sandbox a merchant can make it do. */
export function hasTimeMoved(before: SeenCheckout, after: SeenCheckout): boolean {
  if (after.checkout.environment !== 'sandbox') return false
  if (before.checkout.clockFrozen !== after.checkout.clockFrozen) return true
  const passedMs = Date.parse(after.checkout.now) - Date.parse(before.checkout.now)
  if (after.checkout.clockFrozen) return passedMs !== 0
  return Math.abs(passedMs - (after.atMs - before.atMs)) > JUMP_MS
}

/** Whether it should have expired by now, which whoever looks brings about. */
export function isPastExpiry({ checkout, atMs }: SeenCheckout, nowMs: number): boolean {
  if (checkout.status !== 'open') return false
  const passedMs = checkout.clockFrozen ? 0 : nowMs - atMs
  return Date.parse(checkout.now) + passedMs >= Date.parse(checkout.expiresAt)
}
