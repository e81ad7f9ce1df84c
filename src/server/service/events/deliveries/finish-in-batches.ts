import { setTimeout as sleep } from 'node:timers/promises'

import type { DeliveryState } from '#contract/event.ts'
import type { Database } from '../../../database/engine/database.ts'
import { finishAttempt, type FinishedAttempt } from '../../../database/events/delivery-attempts.ts'
import { finishDelivered } from '../../../database/events/finish-delivered.ts'

/** Writes the result of an attempt; undefined when another worker has taken over the lease. */
export type FinishAttempt = (attempt: FinishedAttempt) => Promise<DeliveryState | undefined>

interface Waiting {
  attempt: FinishedAttempt
  settle: (outcome: Promise<DeliveryState | undefined>) => void
}

const BATCH_MAX = 100
const GATHER_MS = 4

/**
 * Finishes deliveries in batches: while one batch is written, the next gathers. Only results of success wait for a batch;
 * others are written at once. A delivery stays leased until its batch is committed: if the process ends before, another
 * worker repeats it when the lease is over. `gather` waits for results to join the first one (default: 4 ms).
 */
export function createBatchFinisher(
  database: Database,
  log: { error(details: object, message: string): void },
  gather: () => Promise<unknown> = () => sleep(GATHER_MS),
): FinishAttempt {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    await gather()
    while (waiting.length > 0) await write(waiting.splice(0, BATCH_MAX))
    isWriting = false
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const attempts = batch.map(({ attempt }) => attempt)
    const finished = await finishDelivered(database, attempts).catch((error: unknown) => {
      log.error({ err: error, deliveries: batch.length }, 'results are written one by one')
      return new Set<string>()
    })
    for (const { attempt, settle } of batch) {
      const isFinished = finished.has(attempt.deliveryId)
      settle(isFinished ? Promise.resolve('succeeded') : finishAttempt(database, attempt))
    }
  }

  return (attempt) => {
    if (attempt.status !== 'succeeded') return finishAttempt(database, attempt)
    return new Promise((resolve) => {
      waiting.push({ attempt, settle: resolve })
      if (isWriting) return
      isWriting = true
      void writeAll()
    })
  }
}
