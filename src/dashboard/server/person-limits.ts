import { createSemaphore, type Release } from '#domain/limits/semaphore.ts'
import { createFixedWindow } from '#domain/limits/window.ts'

const FINDS_PER_SECOND = 10
const ACTIONS_PER_MINUTE = 30
/** A challenge is a row in the database for two minutes. */
const CHALLENGES_PER_MINUTE = 60
const EXPORTS_AT_ONCE = 2
const SECOND_MS = 1000
const MINUTE_MS = 60_000
/** A guess: the end of a running export is not known. */
const EXPORT_RETRY_AFTER_SECONDS = 10

/** Counts what one person does in this process. A count returns the seconds to wait when it exceeds its limit, else undefined. */
export interface PersonLimits {
  countFind(userId: string): number | undefined
  countAction(userId: string): number | undefined
  countChallenge(userId: string): number | undefined
  /** Undefined when as many exports of the person run as may at once. Release it when the file is complete or aborted. */
  acquireExport(userId: string): Release | undefined
  readonly exportRetryAfterSeconds: number
}

export function createPersonLimits(nowMs: () => number = () => performance.now()): PersonLimits {
  const exports = createSemaphore({ permitsPerKeyMax: EXPORTS_AT_ONCE })
  return {
    countFind: counter(FINDS_PER_SECOND, SECOND_MS, nowMs),
    countAction: counter(ACTIONS_PER_MINUTE, MINUTE_MS, nowMs),
    countChallenge: counter(CHALLENGES_PER_MINUTE, MINUTE_MS, nowMs),
    acquireExport: (userId) => exports.acquire(userId),
    exportRetryAfterSeconds: EXPORT_RETRY_AFTER_SECONDS,
  }
}

function counter(max: number, windowMs: number, nowMs: () => number) {
  const window = createFixedWindow({ windowMs, nowMs })
  return (userId: string): number | undefined => {
    const { count, endsInMs } = window.count(userId)
    return count <= max ? undefined : Math.ceil(endsInMs / SECOND_MS)
  }
}
