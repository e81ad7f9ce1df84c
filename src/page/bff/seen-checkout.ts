import type { Checkout } from '#contract/checkout.ts'

/** A session as read, and the local time of reading. */
export interface SeenCheckout {
  checkout: Checkout
  atMs: number
}

/** Tolerance between a running session clock and ours, for the response's latency. */
const JUMP_MS = 5000

/** Whether the session's clock jumped, stopped or resumed between two reads, as merchants can make it in the sandbox. */
export function hasClockJumped(before: SeenCheckout, after: SeenCheckout): boolean {
  if (after.checkout.environment !== 'sandbox') return false
  if (before.checkout.clockFrozen !== after.checkout.clockFrozen) return true
  const passedMs = Date.parse(after.checkout.now) - Date.parse(before.checkout.now)
  if (after.checkout.clockFrozen) return passedMs !== 0
  return Math.abs(passedMs - (after.atMs - before.atMs)) > JUMP_MS
}

/** Whether the session should have expired by now; a read makes it expire. */
export function isPastExpiry({ checkout, atMs }: SeenCheckout, nowMs: number): boolean {
  if (checkout.status !== 'open') return false
  const passedMs = checkout.clockFrozen ? 0 : nowMs - atMs
  return Date.parse(checkout.now) + passedMs >= Date.parse(checkout.expiresAt)
}
