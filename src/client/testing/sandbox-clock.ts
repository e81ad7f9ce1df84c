import type { CheckoutClient } from '../checkout-client.ts'
import type { Clock } from '#contract/sandbox-clock.ts'
import type { Account } from './account.ts'
import { misconfigured } from './failure.ts'

/**
 * The merchant's virtual clock: expiry, Pix, boleto and retries follow it. It returns to real time after each test;
 * what happened is not undone. The clock is the merchant's: a test that uses it fails when other workers share the
 * merchant.
 */
export interface SandboxClock {
  read(): Promise<Clock>
  /** Stops the clock, now or at `at` (ISO 8601, UTC). */
  freeze(options?: { at?: string }): Promise<Clock>
  /**
   * Moves the clock forward: `{ by: '31m' }` (units d, h, m, s) or `{ to }` a time. All that falls due has run on
   * return.
   */
  advance(to: { by: string } | { to: string }): Promise<Clock>
  resume(): Promise<Clock>
}

/** Runs `use` with the clock in real time before and after. */
export async function withClock(
  { client }: { client: CheckoutClient },
  { isShared }: Pick<Account, 'isShared'>,
  use: (clock: SandboxClock) => Promise<void>,
): Promise<void> {
  if (isShared)
    throw misconfigured(
      'This test moves time, which all workers of one merchant share: run with one worker (workers: 1), or set API_KEY to a key of another merchant for each worker, with commas between.',
    )
  const { clock } = client.sandbox
  // A killed run may have left the clock moved.
  const { frozen, offsetSeconds } = await clock.read()
  if (frozen || offsetSeconds !== 0) await clock.resume()
  let isMoved = false
  const moving = <T>(move: Promise<T>): Promise<T> => {
    isMoved = true
    return move
  }
  try {
    await use({
      read: () => clock.read(),
      freeze: (options) => moving(clock.freeze(options)),
      advance: (to) => moving(clock.advance(to)),
      resume: () => moving(clock.resume()),
    })
  } finally {
    if (isMoved) await clock.resume()
  }
}
