import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../database/engine/database-errors.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const PERMITS = 256
const WITHIN_MS = 500
/** Lower bound of the limit. */
const LEFT = PERMITS / 8

/** A limit with a manual clock. */
function openLimit(permitsMax = PERMITS) {
  let atMs = 0
  const limit = createConcurrencyLimit(permitsMax, { withinMs: WITHIN_MS, nowMs: () => atMs })
  const ends: (() => Promise<void>)[] = []
  const enter = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!limit.hasPermit('pay')) return false
    const work = limit.run('pay', () => promise)
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
  return { limit, enter, fill, pass, endOldest }
}

describe('R-29: a concurrency limit', () => {
  it('shrinks while the database is starved, and grows again afterwards', async () => {
    const starve = ({ limit }: ReturnType<typeof openLimit>) =>
      limit
        .run('pay', () => Promise.reject(new DatabaseUnavailable('no connection')))
        .catch(() => undefined)
    const starved = openLimit()
    for (let turn = 0; turn < PERMITS; turn++) await starve(starved)
    // The limit has a lower bound.
    expect(starved.fill()).toBe(LEFT)

    const healed = openLimit()
    for (let turn = 0; turn < PERMITS; turn++) await starve(healed)
    for (let turn = 0; turn < 2000; turn++) await healed.limit.run('pay', async () => undefined)
    expect(healed.fill()).toBe(PERMITS)
  })

  it('admits a burst, and then only as many calls as end in time', async () => {
    const { fill, pass, endOldest } = openLimit()
    expect(fill()).toBe(PERMITS)
    // One call ends every 10 ms, and more arrive than get a permit.
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

  it('does not shrink for one long call while others end', async () => {
    const { limit, fill, pass } = openLimit()
    const stuck = Promise.withResolvers<void>()
    const slow = limit.run('pay', () => stuck.promise)
    const others = Array.from({ length: LEFT + 1 }, () => Promise.withResolvers<void>())
    const held = others.map(({ promise }) => limit.run('pay', () => promise))
    for (let turn = 0; turn < 2000; turn++) {
      pass(1)
      await limit.run('pay', async () => undefined)
    }
    for (const { resolve } of others) resolve()
    await Promise.all(held)
    stuck.resolve()
    await slow
    expect(fill()).toBe(PERMITS)
  })

  it('does not shrink for a few slow calls', async () => {
    const { fill, enter, pass, endOldest } = openLimit()
    for (let number = 0; number < LEFT; number++) enter()
    for (let turn = 0; turn < 100; turn++) {
      pass(50)
      await endOldest()
      enter()
    }
    expect(fill()).toBe(PERMITS)
  })

  it('does not shrink after the process was stalled', () => {
    const { fill, enter, pass } = openLimit()
    for (let number = 0; number < 2 * LEFT; number++) enter()
    pass(10_000)
    expect(fill()).toBe(PERMITS)
  })

  it('counts resumed calls even beyond the limit, and no call that is away', async () => {
    const { limit } = openLimit(8)
    const news = Promise.withResolvers<void>()
    const away = limit.run('pay', (wait) => wait(() => news.promise))
    const work = Promise.withResolvers<void>()
    const going = Array.from({ length: 9 }, () => limit.resume(() => work.promise))
    expect(limit.hasPermit('pay')).toBe(false)
    work.resolve()
    await Promise.all(going)
    expect(limit.hasPermit('read')).toBe(true)
    news.resolve()
    await away
  })
})
