import { describe, expect, it } from 'vitest'
import { paceRefused, type Connection } from './pace-refused.ts'

const TURN_MS = 10

/** A simulated event loop with connections that are read or paused. */
function openLoop(number: number) {
  let atMs = 0
  const immediate: (() => void)[] = []
  const timers: { atMs: number; work: () => void }[] = []
  const refuse = paceRefused({
    nowMs: () => atMs,
    afterTurn: (work) => void immediate.push(work),
    after: (work, ms) => void timers.push({ atMs: atMs + ms, work }),
  })
  const read = new Set<number>()
  const lines: Connection[] = Array.from({ length: number }, (_, index) => {
    read.add(index)
    return {
      pause: () => void read.delete(index) as never,
      resume: () => void read.add(index) as never,
    }
  })
  return {
    read,
    /** One turn of the loop that refuses these connections. */
    turn: (...indexes: number[]) => {
      for (const index of indexes) refuse(lines[index] as Connection)
      atMs += TURN_MS
      for (const work of immediate.splice(0)) work()
    },
    /** Lets time pass and runs due timers. */
    pass: (ms: number) => {
      const untilMs = atMs + ms
      for (;;) {
        const next = timers.toSorted((one, other) => one.atMs - other.atMs)[0]
        if (next === undefined || next.atMs > untilMs) break
        timers.splice(timers.indexOf(next), 1)
        atMs = next.atMs
        next.work()
      }
      atMs = untilMs
    },
    timers,
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

describe('R-29: a refused connection', () => {
  it('is resumed after admitted requests had three times the turn', () => {
    const { read, turn, pass, timers } = openLoop(2)
    turn(0)
    expect([...read]).toEqual([1])
    pass(3 * TURN_MS - 1)
    expect([...read]).toEqual([1])
    pass(1)
    expect([...read]).toEqual([1, 0])
    expect(timers).toEqual([])
  })

  it('waits for connections refused meanwhile, too', () => {
    const { read, turn, pass } = openLoop(2)
    turn(0)
    turn(1)
    pass(5 * TURN_MS - 1)
    expect(read.size).toBe(0)
    pass(1)
    expect(read.size).toBe(2)
  })

  it('is resumed within half a second, even after a long turn', () => {
    const { read, turn, pass } = openLoop(100)
    for (const index of range(0, 50)) turn(index)
    pass(500)
    expect(read.size).toBe(100)
  })

  it('is resumed in order and in batches, so that no turn becomes long', () => {
    const { read, turn, pass, timers } = openLoop(1000)
    turn(...range(0, 1000))
    pass(3 * TURN_MS - 1)
    expect(read.size).toBe(0)
    while (timers.length > 0) {
      const before = read.size
      const [next] = timers
      timers.splice(0)
      next?.work()
      expect(read.size - before).toBeLessThanOrEqual(125)
      expect([...read]).toEqual(range(0, read.size))
      pass(0)
      if (read.size === before) pass(1)
    }
    expect(read.size).toBe(1000)
  })
})
