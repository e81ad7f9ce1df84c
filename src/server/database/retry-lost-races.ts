import { setTimeout as sleep } from 'node:timers/promises'

import { isLostRace } from './database-errors.ts'

const DELAY_STEP_MS = 5
const DELAY_MAX_MS = 50

/**
 * Runs `work` again after a deadlock or a serialization failure, of which the server has kept nothing, with a pause that
 * grows. What still loses when the time is over throws its last error.
 */
export async function retryLostRaces<T>(timeMs: number, work: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + timeMs
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLostRace(error) || performance.now() >= endMs) throw error
      await sleep(Math.min(attempts * DELAY_STEP_MS, DELAY_MAX_MS))
    }
  }
}
