import { setTimeout as sleep } from 'node:timers/promises'

import { isSerializationFailure } from './database-errors.ts'

const DELAY_STEP_MS = 5
const DELAY_MAX_MS = 50

/**
 * Retries `work`, with linear backoff, after a deadlock or a serialization failure; the server has rolled both back.
 * Throws the last error once `timeMs` has passed.
 */
export async function retrySerializationFailures<T>(
  timeMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const endMs = performance.now() + timeMs
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isSerializationFailure(error) || performance.now() >= endMs) throw error
      await sleep(Math.min(attempts * DELAY_STEP_MS, DELAY_MAX_MS))
    }
  }
}
