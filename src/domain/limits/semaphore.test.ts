import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSemaphore, type Release } from './semaphore.ts'

const KEYS = ['a', 'b', 'c']

describe('a semaphore', () => {
  it('never exceeds its limits, in total and per key, and refuses no permit that is left', () => {
    const step = fc.oneof(
      fc.record({ acquire: fc.constantFrom(...KEYS) }),
      // Indexes of permits acquired so far; some are released twice.
      fc.record({ release: fc.nat() }),
    )
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(3),
        fc.array(step, { maxLength: 60 }),
        (permitsMax, permitsPerKeyMax, steps) => {
          const semaphore = createSemaphore({ permitsMax, permitsPerKeyMax })
          const acquired: { key: string; release: Release; isHeld: boolean }[] = []
          const held = () => acquired.filter(({ isHeld }) => isHeld)
          const isAcquiredRightly = (key: string) => {
            const ofKey = held().filter((one) => one.key === key)
            const isFree = held().length < permitsMax && ofKey.length < permitsPerKeyMax
            const release = semaphore.acquire(key)
            if (release !== undefined) acquired.push({ key, release, isHeld: true })
            return (release !== undefined) === isFree
          }
          const release = (number: number) => {
            const one = acquired[number % Math.max(1, acquired.length)]
            one?.release()
            if (one !== undefined) one.isHeld = false
            return true
          }
          for (const one of steps) {
            expect('acquire' in one ? isAcquiredRightly(one.acquire) : release(one.release)).toBe(
              true,
            )
            expect(semaphore.held()).toBe(held().length)
          }
        },
      ),
    )
  })

  it('is unbounded without limits', () => {
    const semaphore = createSemaphore()
    for (let number = 0; number < 1000; number++) semaphore.acquire()
    expect(semaphore.held()).toBe(1000)
  })
})
