import type { CheckoutClient } from '../checkout-client.ts'
import type { Clock } from '../../contract/sandbox-clock.ts'
import type { Account } from './account.ts'
import { misconfigured } from './failure.ts'

/**
 * The merchant's time: expiry, Pix, boleto and retries follow it. It is real again after each test, and what happened
 * stays happened. All tests of one merchant have one time: a test that moves it needs a merchant that no other worker
 * uses, and is told so otherwise.
 */
export interface SandboxClock {
  read(): Promise<Clock>
  /** Stops it, now or at a later time. */
  freeze(options?: { at?: string }): Promise<Clock>
  /** Moves it on by days, hours, minutes or seconds, as in `{ by: '31m' }`; all that falls due has then happened. */
  advance(to: { by: string } | { to: string }): Promise<Clock>
  resume(): Promise<Clock>
}

/** Real time before and after `use`. */
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
  // Left there by a run that was killed.
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
