import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { Processor } from './processor.ts'

const KEEP_MS = 24 * 3_600_000
const RETRY_MS = 60_000

/**
 * Keeps the card encryption key, which every page needs, for a day. Then it is asked for once more while pages still get the old
 * one, which stays where there is no answer. Without any key, a failure is the caller's, and the next one asks again.
 */
export function cacheEncryptionKey(
  processor: Processor,
  nowMs: () => number = () => performance.now(),
): Processor {
  let key: Promise<CardEncryptionKey> | undefined
  let staleAtMs = Infinity

  async function ask(): Promise<CardEncryptionKey> {
    const found = await processor.cardEncryptionKey()
    staleAtMs = nowMs() + KEEP_MS
    return found
  }

  /** Nobody waits for this. */
  async function renew(): Promise<void> {
    staleAtMs = nowMs() + RETRY_MS
    const found = await ask().catch(() => undefined)
    if (found !== undefined) key = Promise.resolve(found)
  }

  // A prototype, not a spread: the processor may be a class instance.
  return Object.assign(Object.create(processor) as Processor, {
    cardEncryptionKey() {
      if (nowMs() >= staleAtMs) void renew()
      key ??= ask().catch((error: unknown) => {
        key = undefined
        throw error
      })
      return key
    },
  })
}
