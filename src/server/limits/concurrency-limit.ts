import { createSemaphore, type Release } from '#domain/limits/semaphore.ts'
import { DatabaseUnavailable } from '../database/engine/database-errors.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import { PERMIT_SHARE, type Priority } from './priority.ts'

/** Bounds the calls at work in this process and reserves the last permits for high priorities. */
export interface ConcurrencyLimit {
  /** Whether a call of this priority would get a permit now. */
  hasPermit(priority: Priority): boolean
  /**
   * Like `hasPermit`, and counts the admitted call until this turn of the event loop ends or its work
   * begins.
   */
  admits(priority: Priority): boolean
  /** Undefined when there is no permit. */
  acquire(priority: Priority): Release | undefined
  /** Runs a call with a permit; undefined when there is none. */
  run<T>(priority: Priority, call: (away: Away) => Promise<T>): Promise<T | undefined>
  /** Runs a call that was admitted before, even beyond the limit. It counts. */
  resume<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Releases the permit while a call waits for something outside this process. Afterwards the call
 * resumes even beyond the limit, since half of its work is done.
 */
export type Away = <T>(wait: () => Promise<T>) => Promise<T>

export interface ConcurrencyOptions {
  /** Target duration of a call. */
  withinMs?: number
  /** Monotonic. */
  nowMs?: () => number
  /** Defers until all input that arrived together has been read. Default: `setImmediate`. */
  afterTurn?: (work: () => void) => void
}

/** Adds the heap check to the limit. */
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

/** A semaphore with an adaptive size of at most `permitsMax`. */
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
  /** Calls admitted in this turn of the event loop that have not begun: their bodies are still to be read. */
  let expected = 0

  /** Counts a call, even beyond the limit. */
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

/** Runs a call of the dashboard; undefined when it is shed, because the process has too much load. */
export type RunIfIdle = <T>(call: () => Promise<T>) => Promise<T | undefined>

/** The dashboard's calls count with those of the API, at the priority that is shed first. */
export function shedFirst(limit: Pick<ConcurrencyLimit, 'hasPermit' | 'run'>): RunIfIdle {
  // `hasPermit` also checks the heap.
  return async (call) => (limit.hasPermit('read') ? limit.run('read', call) : undefined)
}
