import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSemaphore, type Release } from './semaphore.ts'

const KEYS = ['a', 'b', 'c']

describe('a semaphore', () => {
  it('has never more permits out than it may, in all and by key, and refuses none that it has', () => {
    const step = fc.oneof(
      fc.record({ acquire: fc.constantFrom(...KEYS) }),
      // Of those that were ever acquired; some come twice.
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

  it('has no bound where none is given', () => {
    const semaphore = createSemaphore()
    for (let number = 0; number < 1000; number++) semaphore.acquire()
    expect(semaphore.held()).toBe(1000)
  })
})
