import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFollowingClock } from './following-clock.ts'

const START = Date.parse('2026-11-20T15:00:00.000Z')

describe('createFollowingClock', () => {
  it('R-18: is never further from the other clock than the last round trip took, whatever that clock does', () => {
    const question = fc.record({
      jumpMs: fc.integer({ min: -1e8, max: 1e8 }),
      thereMs: fc.nat(5000),
      backMs: fc.nat(5000),
      passedMs: fc.nat(60_000),
    })
    fc.assert(
      fc.property(fc.array(question, { minLength: 1 }), (questions) => {
        let countMs = 0
        let otherMs = START
        const pass = (ms: number) => {
          countMs += ms
          otherMs += ms
        }
        const clock = createFollowingClock(() => countMs)
        for (const { jumpMs, thereMs, backMs, passedMs } of questions) {
          otherMs += jumpMs
          const fromMs = countMs
          pass(thereMs)
          const time = new Date(otherMs)
          pass(backMs)
          clock.learn(time, { fromMs, toMs: countMs })
          pass(passedMs)
          expect(Math.abs(clock.now().getTime() - otherMs)).toBeLessThanOrEqual(thereMs + backMs)
        }
      }),
    )
  })

  it('does not move for a slow answer that contradicts nothing', () => {
    let countMs = 0
    const clock = createFollowingClock(() => countMs)
    clock.learn(new Date(START), { fromMs: 0, toMs: 0 })
    countMs = 10_000
    clock.learn(new Date(START + 100), { fromMs: 0, toMs: 10_000 })
    expect(clock.now()).toEqual(new Date(START + 10_000))
  })
})
