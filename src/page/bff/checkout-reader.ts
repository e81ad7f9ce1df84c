import type { PageClient } from './page-client.ts'
import type { Checkout } from '#contract/checkout.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { pause } from './pause.ts'

const AT_ONCE = 8
/** Pause after each read: rereading thousands of sessions must not starve the process. */
const REST_MS = 10

/** Rereads sessions in the background, with bounded concurrency. */
export interface CheckoutReader {
  /** Undefined when the read failed. */
  read(reference: string): Promise<Checkout | undefined>
}

export function createCheckoutReader(client: PageClient, closing: AbortSignal): CheckoutReader {
  const calls = createCheckoutCalls(client)
  const waiting: (() => void)[] = []
  let free = AT_ONCE

  async function leave(): Promise<void> {
    await pause(REST_MS, closing)
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    async read(reference) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await calls.read(reference)
      } catch {
        return undefined
      } finally {
        void leave()
      }
    },
  }
}
