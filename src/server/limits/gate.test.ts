import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../database/database-errors.ts'
import { createGate } from './gate.ts'

const PLACES = 256
const WITHIN_MS = 500
/** Whatever happens, so many are let in. */
const LEFT = PLACES / 8

/** A gate, and a clock that only the test moves. */
function openGate(placesMax = PLACES) {
  let atMs = 0
  const gate = createGate(placesMax, { withinMs: WITHIN_MS, nowMs: () => atMs })
  const ends: (() => Promise<void>)[] = []
  const enter = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!gate.hasRoom('pay')) return false
    const work = gate.work('pay', () => promise)
    ends.push(async () => {
      resolve()
      await work
    })
    return true
  }
  const pass = (ms: number) => void (atMs += ms)
  const endOldest = () => ends.shift()?.()
  const fill = () => {
    while (enter());
    return ends.length
  }
  return { gate, enter, fill, pass, endOldest }
}

describe('R-29: a gate', () => {
  it('lets fewer in where the database has no room, and more again when it has', async () => {
    const starve = ({ gate }: ReturnType<typeof openGate>) =>
      gate
        .work('pay', () => Promise.reject(new DatabaseUnavailable('no connection')))
        .catch(() => undefined)
    const starved = openGate()
    for (let turn = 0; turn < PLACES; turn++) await starve(starved)
    // However starved, some are always tried.
    expect(starved.fill()).toBe(LEFT)

    const healed = openGate()
    for (let turn = 0; turn < PLACES; turn++) await starve(healed)
    for (let turn = 0; turn < 2000; turn++) await healed.gate.work('pay', async () => undefined)
    expect(healed.fill()).toBe(PLACES)
  })

  it('takes a burst in, and lets only so many in afterwards as are done in time', async () => {
    const { fill, pass, endOldest } = openGate()
    expect(fill()).toBe(PLACES)
    // One is done every 10 ms, and more come than find a place.
    const atWork: number[] = []
    for (let turn = 1; turn <= 1000; turn++) {
      pass(10)
      await endOldest()
      atWork.push(fill())
    }
    const doneInTime = WITHIN_MS / 10
    const later = atWork.slice(500)
    expect(Math.min(...later)).toBeGreaterThanOrEqual(doneInTime - 1)
    expect(Math.max(...later)).toBeLessThan(doneInTime * 1.25)
  })

  it('does not take one who waits for long, while others are done, for too many', async () => {
    const { gate, fill, pass } = openGate()
    const stuck = Promise.withResolvers<void>()
    const slow = gate.work('pay', () => stuck.promise)
    const others = Array.from({ length: LEFT + 1 }, () => Promise.withResolvers<void>())
    const held = others.map(({ promise }) => gate.work('pay', () => promise))
    for (let turn = 0; turn < 2000; turn++) {
      pass(1)
      await gate.work('pay', async () => undefined)
    }
    for (const { resolve } of others) resolve()
    await Promise.all(held)
    stuck.resolve()
    await slow
    expect(fill()).toBe(PLACES)
  })

  it('does not take a few who are slow for too many', async () => {
    const { fill, enter, pass, endOldest } = openGate()
    for (let number = 0; number < LEFT; number++) enter()
    for (let turn = 0; turn < 100; turn++) {
      pass(50)
      await endOldest()
      enter()
    }
    expect(fill()).toBe(PLACES)
  })

  it('does not take a process that stood still for one that has too much to do', () => {
    const { fill, enter, pass } = openGate()
    for (let number = 0; number < 2 * LEFT; number++) enter()
    pass(10_000)
    expect(fill()).toBe(PLACES)
  })

  it('counts who goes on, whether or not there is room, and nobody who is away', async () => {
    const { gate } = openGate(8)
    const news = Promise.withResolvers<void>()
    const away = gate.work('pay', (wait) => wait(() => news.promise))
    const work = Promise.withResolvers<void>()
    const going = Array.from({ length: 9 }, () => gate.goOn(() => work.promise))
    expect(gate.hasRoom('pay')).toBe(false)
    work.resolve()
    await Promise.all(going)
    expect(gate.hasRoom('read')).toBe(true)
    news.resolve()
    await away
  })
})
