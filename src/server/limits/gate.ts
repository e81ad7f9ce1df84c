import { DatabaseUnavailable } from '../database/database-errors.ts'
import { refuse } from '../api/handler.ts'
import { ROOM, type Priority } from './priority.ts'

const RETRY_AFTER_SECONDS = 2

/** What a caller is told for whom there is no room. */
export const BUSY = refuse(
  'temporarily_unavailable',
  'There is too much to do. Try again in a moment, with the same Idempotency-Key where there is one.',
  { retryAfterSeconds: RETRY_AFTER_SECONDS },
)

/** Bounds how many calls are at work at once in this process, and keeps the last places for those that matter most. */
export interface Gate {
  /** Whether such a call would get a place now: asked before anything is done for it. */
  hasRoom(priority: Priority): boolean
  /** The same, at the door: whoever comes in there counts until the end of this turn of the loop, or until their work begins. */
  admits(priority: Priority): boolean
  /** Undefined when there is no place. */
  enter(priority: Priority): Place | undefined
  /** Works on one call, from its beginning to its end; undefined when there is no place for it. */
  work<T>(priority: Priority, call: (away: Away) => Promise<T>): Promise<T | undefined>
  /** Goes on with a call that was let in. It counts, whether or not there is room. */
  goOn<T>(call: () => Promise<T>): Promise<T>
}

/**
 * Waits for somebody outside, and leaves the place to others meanwhile. Then the call goes on, whether or not there is
 * room: half of its work is done.
 */
export type Away = <T>(wait: () => Promise<T>) => Promise<T>

/** Of one call, from where its work begins to where it ends. */
export interface Place {
  leave(): void
}

export interface GateOptions {
  /** Whoever was let in should be done within that time. */
  withinMs?: number
  /** Monotonic. */
  nowMs?: () => number
  /** Soon, when all has been read that came at the same time. */
  afterTurn?: (work: () => void) => void
}

/** A gate through which nobody comes for whom the heap has no room. */
export function withHeap(gate: Gate, heap: Pick<Gate, 'hasRoom'>): Gate {
  return {
    ...gate,
    hasRoom: (priority) => heap.hasRoom(priority) && gate.hasRoom(priority),
    admits: (priority) => heap.hasRoom(priority) && gate.admits(priority),
  }
}

/** Of the places, however slow all is: with so few at work, too many are not the reason. */
const LEFT_MIN = 1 / 8
const SHRINKS_BY = 0.05
const GROWS_BY = 1 / 8
/** A process that stands still for longer than that does not know how fast it is. */
const TICK_MAX_MS = 50

/**
 * So many places when all is well. While many are at work, they become as many as were done in the time that one may take: who comes
 * in then is done in time (Little's law). Each call that starves makes them fewer, too, and each that does not a little more.
 */
export function createGate(
  placesMax: number,
  {
    withinMs = Infinity,
    nowMs = () => performance.now(),
    afterTurn = (work) => void setImmediate(work),
  }: GateOptions = {},
): Gate {
  const placesMin = placesMax * LEFT_MIN
  let places = placesMax
  let taken = 0
  /** Those who came in during this turn, and are not at work yet: their bodies are still to be read. */
  let expected = 0
  let done = 0
  /** Passes only while calls come and go: neither a pause of the process nor an idle one makes it slow. */
  let clockMs = 0
  let lookedMs = nowMs()
  /** Since when many are at work without a pause, or since it was last learned how fast they are. */
  let many: { sinceMs: number; doneBefore: number } | undefined

  function look(): void {
    const now = nowMs()
    clockMs += Math.min(now - lookedMs, TICK_MAX_MS)
    lookedMs = now
    if (taken <= placesMin) {
      many = undefined
      return
    }
    many ??= { sinceMs: clockMs, doneBefore: done }
    if (clockMs - many.sinceMs < withinMs) return
    const doneInTime = done - many.doneBefore
    if (doneInTime < taken) places = Math.max(placesMin, Math.min(places, doneInTime))
    many = undefined
  }

  function begin(): void {
    look()
    taken += 1
  }

  function end(): void {
    taken -= 1
    done += 1
    look()
  }

  function hasRoom(priority: Priority): boolean {
    look()
    return taken < places * ROOM[priority]
  }

  function admits(priority: Priority): boolean {
    look()
    if (taken + expected >= places * ROOM[priority]) return false
    if (expected === 0) afterTurn(() => void (expected = 0))
    expected += 1
    return true
  }

  async function follow<T>(call: (away: Away) => Promise<T>): Promise<T> {
    begin()
    try {
      const result = await call(leaveFor)
      places = Math.min(placesMax, places + GROWS_BY)
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        places = Math.max(placesMin, places * (1 - SHRINKS_BY))
      throw error
    } finally {
      end()
    }
  }

  async function leaveFor<T>(wait: () => Promise<T>): Promise<T> {
    end()
    try {
      return await wait()
    } finally {
      begin()
    }
  }

  return {
    hasRoom,
    admits,
    enter(priority) {
      if (!hasRoom(priority)) return undefined
      begin()
      return { leave: end }
    },
    async work(priority, call) {
      if (!hasRoom(priority)) return undefined
      expected = Math.max(0, expected - 1)
      return follow(call)
    },
    goOn: (call) => follow(call),
  }
}
