import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOSED,
  acquire,
  record,
  waitMsOf,
  type CircuitBreaker,
  type Permit,
  type Result,
} from './circuit-breaker.ts'

/** One call at a given time, which ends at once. */
function ask(breaker: CircuitBreaker, result: 'answered' | 'failed', nowMs: number) {
  const acquired = acquire(breaker, nowMs)
  return acquired && record(acquired.breaker, acquired.permit, result, nowMs)
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

  it('S-135: is opened by no session alone', () => {
    const failing = (sessionOf: (call: number) => string) =>
      Array.from({ length: 20 }, (_, call) => call).reduce<CircuitBreaker>(
        (before, call) => record(before, 'ordinary', 'failed', call, sessionOf(call)),
        CLOSED,
      )
    expect(failing(() => 'cs_1').state).toBe('closed')
    expect(failing((call) => `cs_${call % 4}`).state).toBe('closed')
    expect(failing((call) => `cs_${call % 5}`).state).toBe('open')
  })

  it('stays closed while more calls succeed than fail', () => {
    const answersBetween = (answers: number) =>
      [0, 1, 2, 3, 4].reduce((before, at) => {
        const failed = askAt(before, 'failed', [at])
        return at < 4 ? askAt(failed, 'answered', Array<number>(answers).fill(at)) : failed
      }, CLOSED)
    expect(answersBetween(1).state).toBe('open')
    expect(answersBetween(2).state).toBe('closed')
  })

  it('does not count answers from before the failure window', () => {
    const busy = askAt(CLOSED, 'answered', Array<number>(1_000).fill(0))
    expect(askAt(busy, 'failed', [1, 2, 3, 4, 5]).state).toBe('open')
    const once = askAt(askAt(CLOSED, 'failed', [0]), 'answered', Array<number>(1_000).fill(1))
    expect(askAt(once, 'failed', [20_000, 20_001, 20_002, 20_003, 20_004]).state).toBe('open')
  })

  it('permits one probe after ten seconds, and closes when it is answered', () => {
    expect(waitMsOf(OPEN, 1_004)).toBe(9_000)
    expect(acquire(OPEN, 10_003)).toBeUndefined()
    const probe = acquire(OPEN, 10_004)
    expect(probe?.permit).toBe('probe')
    expect(acquire(probe?.breaker ?? CLOSED, 10_004)).toBeUndefined()
    expect(record(probe?.breaker ?? OPEN, 'probe', 'answered', 11_000)).toEqual(CLOSED)
  })

  it('backs off exponentially from probe to probe, at most a minute', () => {
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

  it('permits another probe when the first was never made', () => {
    const probe = acquire(OPEN, 20_000)
    const after = record(probe?.breaker ?? CLOSED, 'probe', 'not asked', 20_001)
    expect(acquire(after, 20_001)?.permit).toBe('probe')
  })

  /** Calls that overlap: each begins at one time and ends at another. */
  const events = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 15_000 }),
      what: fc.constantFrom('ask', 'end'),
      which: fc.nat(50),
      result: fc.constantFrom<Result[]>('answered', 'failed', 'not asked'),
    }),
    { maxLength: 200 },
  )

  it('never has two probes and never stays open for good, for any sequence of calls', () => {
    fc.assert(
      fc.property(events, (calls) => {
        let breaker: CircuitBreaker = CLOSED
        let nowMs = 0
        const asking: Permit[] = []
        for (const { afterMs, what, which, result } of calls) {
          nowMs += afterMs
          if (what === 'ask') {
            const acquired = acquire(breaker, nowMs)
            if (acquired === undefined) continue
            breaker = acquired.breaker
            asking.push(acquired.permit)
          } else if (asking.length > 0) {
            const [permit] = asking.splice(which % asking.length, 1)
            if (permit !== undefined) breaker = record(breaker, permit, result, nowMs)
          }
          const probes = asking.filter((permit) => permit === 'probe').length
          expect(probes).toBe(breaker.state === 'probing' ? 1 : 0)
        }
        // The processor has recovered: calls under way are answered, and the next one, too.
        for (const permit of asking) breaker = record(breaker, permit, 'answered', nowMs)
        expect(ask(breaker, 'answered', nowMs + 60_000)?.state).toBe('closed')
      }),
    )
  })

  it('never opens on fewer than five failures', () => {
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
