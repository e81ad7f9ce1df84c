import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOSED,
  enter,
  learn,
  waitMsOf,
  type CircuitBreaker,
  type Pass,
  type Result,
} from './circuit-breaker.ts'

/** Lets somebody ask at a time, and get or get no answer at once. */
function ask(breaker: CircuitBreaker, result: 'answered' | 'failed', nowMs: number) {
  const entered = enter(breaker, nowMs)
  return entered && learn(entered.breaker, entered.pass, result, nowMs)
}

function askAt(breaker: CircuitBreaker, result: 'answered' | 'failed', timesMs: number[]) {
  return timesMs.reduce((before, nowMs) => ask(before, result, nowMs) ?? before, breaker)
}

const OPEN = askAt(CLOSED, 'failed', [0, 1, 2, 3, 4])

describe('R-48: a circuit breaker', () => {
  it('opens at the fifth failure within ten seconds', () => {
    expect(askAt(CLOSED, 'failed', [0, 1, 2, 3]).state).toBe('closed')
    expect(askAt(CLOSED, 'failed', [0, 2_500, 5_000, 7_500, 9_999]).state).toBe('open')
    expect(askAt(CLOSED, 'failed', [0, 2_500, 5_000, 7_500, 10_000]).state).toBe('closed')
  })

  it('stays closed towards who answers more often than not', () => {
    const answersBetween = (answers: number) =>
      [0, 1, 2, 3, 4].reduce((before, at) => {
        const failed = askAt(before, 'failed', [at])
        return at < 4 ? askAt(failed, 'answered', Array<number>(answers).fill(at)) : failed
      }, CLOSED)
    expect(answersBetween(1).state).toBe('open')
    expect(answersBetween(2).state).toBe('closed')
  })

  it('does not count the answers of better times', () => {
    const busy = askAt(CLOSED, 'answered', Array<number>(1_000).fill(0))
    expect(askAt(busy, 'failed', [1, 2, 3, 4, 5]).state).toBe('open')
    const once = askAt(askAt(CLOSED, 'failed', [0]), 'answered', Array<number>(1_000).fill(1))
    expect(askAt(once, 'failed', [20_000, 20_001, 20_002, 20_003, 20_004]).state).toBe('open')
  })

  it('lets one ask after ten seconds, and closes when that one is answered', () => {
    expect(waitMsOf(OPEN, 1_004)).toBe(9_000)
    expect(enter(OPEN, 10_003)).toBeUndefined()
    const probe = enter(OPEN, 10_004)
    expect(probe?.pass).toBe('probe')
    expect(enter(probe?.breaker ?? CLOSED, 10_004)).toBeUndefined()
    expect(learn(probe?.breaker ?? OPEN, 'probe', 'answered', 11_000)).toEqual(CLOSED)
  })

  it('waits longer from probe to probe, at most a minute', () => {
    let breaker = OPEN
    let nowMs = 4
    const waits: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const waitMs = waitMsOf(breaker, nowMs)
      waits.push(waitMs / 1000)
      nowMs += waitMs
      breaker = askAt(breaker, 'failed', [nowMs])
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60])
  })

  it('lets another one try when the probe did not ask after all', () => {
    const probe = enter(OPEN, 20_000)
    const after = learn(probe?.breaker ?? CLOSED, 'probe', 'not asked', 20_001)
    expect(enter(after, 20_001)?.pass).toBe('probe')
  })

  /** Whoever asks does so at some time, and hears at another; nobody waits for anybody. */
  const events = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 15_000 }),
      what: fc.constantFrom('ask', 'hear'),
      which: fc.nat(50),
      result: fc.constantFrom<Result[]>('answered', 'failed', 'not asked'),
    }),
    { maxLength: 200 },
  )

  it('never has two probes, and never shuts for good, whatever happens', () => {
    fc.assert(
      fc.property(events, (happenings) => {
        let breaker: CircuitBreaker = CLOSED
        let nowMs = 0
        const asking: Pass[] = []
        for (const { afterMs, what, which, result } of happenings) {
          nowMs += afterMs
          if (what === 'ask') {
            const entered = enter(breaker, nowMs)
            if (entered === undefined) continue
            breaker = entered.breaker
            asking.push(entered.pass)
          } else if (asking.length > 0) {
            const [pass] = asking.splice(which % asking.length, 1)
            if (pass !== undefined) breaker = learn(breaker, pass, result, nowMs)
          }
          const probes = asking.filter((pass) => pass === 'probe').length
          expect(probes).toBe(breaker.state === 'probing' ? 1 : 0)
        }
        // The processor is well again: whoever is still under way is answered, and the next one, too.
        for (const pass of asking) breaker = learn(breaker, pass, 'answered', nowMs)
        expect(ask(breaker, 'answered', nowMs + 60_000)?.state).toBe('closed')
      }),
    )
  })

  it('never opens without a failure, nor by fewer than five', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (failures) => {
        let left = 4
        let breaker: CircuitBreaker = CLOSED
        for (const [index, hasFailed] of failures.entries()) {
          const result = hasFailed && left-- > 0 ? 'failed' : 'answered'
          breaker = ask(breaker, result, index) ?? breaker
        }
        expect(breaker.state).toBe('closed')
      }),
    )
  })
})
