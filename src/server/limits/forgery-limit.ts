import { createSlidingWindow } from '#domain/limits/window.ts'
import { networkOf } from '#http/network-of.ts'

const FORGERIES_MAX = 30
const WINDOW_MS = 60_000

/**
 * Rate limit of notifications whose verification failed, per processor's account and network. Verified ones do
 * not count: a processor comes from few addresses, and queues after a refusal.
 */
export interface ForgeryLimit {
  /** Seconds until another notification is verified; undefined: now. */
  waitSeconds(processor: string, client: { address: string } | undefined): number | undefined
  /** Counts a failed verification; returns the seconds to wait when over the limit. */
  count(processor: string, client: { address: string } | undefined): number | undefined
}

/** Refuses nobody. */
export const NO_FORGERY_LIMIT: ForgeryLimit = {
  waitSeconds: () => undefined,
  count: () => undefined,
}

/** Private addresses are not counted: behind one an unnamed proxy hides all senders. */
export function createForgeryLimit(nowMs = () => performance.now()): ForgeryLimit {
  const recent = createSlidingWindow<'forged'>({ windowMs: WINDOW_MS, nowMs })

  function waitSeconds(key: string): number | undefined {
    const [first, ...others] = recent.of(key)
    if (first === undefined || others.length + 1 < FORGERIES_MAX) return undefined
    return recent.secondsLeft(first)
  }

  return {
    waitSeconds(processor, client) {
      const key = keyOf(processor, client)
      return key === undefined ? undefined : waitSeconds(key)
    },
    count(processor, client) {
      const key = keyOf(processor, client)
      if (key === undefined) return undefined
      const seconds = waitSeconds(key)
      // guard: forgery-limit
      if (seconds === undefined) recent.add(key, 'forged')
      return seconds
    },
  }
}

function keyOf(processor: string, client: { address: string } | undefined): string | undefined {
  const network = client === undefined ? undefined : networkOf(client.address)
  return network === undefined ? undefined : `${processor} ${network}`
}
