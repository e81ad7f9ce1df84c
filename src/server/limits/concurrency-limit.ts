import { createSemaphore, type Release } from '../../domain/limits/semaphore.ts'
import { refuse } from '../api/handler.ts'
import { DatabaseUnavailable } from '../database/database-errors.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import { PERMIT_SHARE, type Priority } from './priority.ts'

const RETRY_AFTER_SECONDS = 2

/** The refusal of load shedding. */
export const BUSY = refuse(
  'temporarily_unavailable',
  'There is too much to do. Try again in a moment, with the same Idempotency-Key where there is one.',
  { retryAfterSeconds: RETRY_AFTER_SECONDS },
)

/** Bounds how many calls are at work at once in this process, and keeps the last permits for those that matter most. */
export interface ConcurrencyLimit {
  /** Whether such a call would get a permit now: asked before anything is done for it. */
  hasPermit(priority: Priority): boolean
  /** The same for admission: a call that is admitted counts until the end of this turn of the loop, or until its work begins. */
  admits(priority: Priority): boolean
  /** Undefined when there is no permit. */
  acquire(priority: Priority): Release | undefined
  /** Runs a call with a permit; undefined when there is none. */
  run<T>(priority: Priority, call: (away: Away) => Promise<T>): Promise<T | undefined>
  /** Runs a call that was admitted before. It counts, whether or not there is a permit. */
  resume<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Releases the permit while a call waits for somebody outside. Then the call goes on, whether or not there is a permit:
 * half of its work is done.
 */
export type Away = <T>(wait: () => Promise<T>) => Promise<T>

export interface ConcurrencyOptions {
  /** A call should be done within that time. */
  withinMs?: number
  /** Monotonic. */
  nowMs?: () => number
  /** Soon, when all has been read that came at the same time. */
  afterTurn?: (work: () => void) => void
}

/** Also refuses calls for which the heap has no room. */
export function withHeap(
  limit: ConcurrencyLimit,
  heap: { hasRoom(priority: Priority): boolean },
): ConcurrencyLimit {
  return {
    ...limit,
    hasPermit: (priority) => heap.hasRoom(priority) && limit.hasPermit(priority),
    admits: (priority) => heap.hasRoom(priority) && limit.admits(priority),
  }
}

/** A semaphore whose size adapts to how fast calls end; `permitsMax` when all is well. */
export function createConcurrencyLimit(
  permitsMax: number,
  {
    withinMs = Infinity,
    nowMs = () => performance.now(),
    afterTurn = (work) => void setImmediate(work),
  }: ConcurrencyOptions = {},
): ConcurrencyLimit {
  const semaphore = createSemaphore()
  const size = createAdaptiveLimit({ permitsMax, withinMs, nowMs })
  /** Calls admitted during this turn of the loop that are not at work yet: their bodies are still to be read. */
  let expected = 0

  /** Counts a call that begins, whether or not there is a permit. */
  function begin(): Release {
    size.observe(semaphore.held())
    const release = semaphore.acquire()
    return () => {
      release?.()
      size.ended()
      size.observe(semaphore.held())
    }
  }

  function isFree(priority: Priority, held: number): boolean {
    size.observe(semaphore.held())
    return held < size.permits() * PERMIT_SHARE[priority]
  }

  const hasPermit = (priority: Priority) => isFree(priority, semaphore.held())

  async function follow<T>(call: (away: Away) => Promise<T>): Promise<T> {
    let release = begin()
    let waits = 0
    let isOver = false
    const away: Away = async (wait) => {
      if (waits === 0) release()
      waits += 1
      try {
        return await wait()
      } finally {
        waits -= 1
        if (waits === 0 && !isOver) release = begin()
      }
    }
    try {
      const result = await call(away)
      size.grow()
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable) size.shrink()
      throw error
    } finally {
      isOver = true
      release()
    }
  }

  return {
    hasPermit,
    admits(priority) {
      if (!isFree(priority, semaphore.held() + expected)) return false
      if (expected === 0) afterTurn(() => void (expected = 0))
      expected += 1
      return true
    },
    acquire: (priority) => (hasPermit(priority) ? begin() : undefined),
    async run(priority, call) {
      if (!hasPermit(priority)) return undefined
      expected = Math.max(0, expected - 1)
      return follow(call)
    },
    resume: (call) => follow(call),
  }
}
