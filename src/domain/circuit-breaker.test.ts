import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOSED,
  acquire,
  probing,
  record,
  waitMsOf,
  type CircuitBreaker,
  type Permit,
  type Result,
  type Visitor,
} from './circuit-breaker.ts'

let visitors = 0
/** A visitor who was not here before. */
const another = (): Visitor => {
  visitors += 1
  return { sessionId: `cs_${visitors}`, network: `network ${visitors}`, mayProbe: true }
}

/** One call at a given time, which ends at once. */
function ask(
  breaker: CircuitBreaker,
  result: 'answered' | 'failed',
  nowMs: number,
  visitor = another(),
) {
  const acquired = acquire(breaker, nowMs, visitor)
  return acquired && record(acquired.breaker, acquired.permit, result, nowMs, visitor)
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

  it.each<[string, number, number | undefined, CircuitBreaker['state']]>([
    ['one session', 1, 20, 'closed'],
    ['four sessions', 4, 20, 'closed'],
    ['twenty sessions of one network', 20, 1, 'closed'],
    ['twenty sessions of four networks', 20, 4, 'closed'],
    ['five sessions of five networks', 5, 5, 'open'],
    ['five sessions of unknown networks', 5, undefined, 'open'],
    ['four sessions of unknown networks', 4, undefined, 'closed'],
  ])('S-135: when the calls of %s fail', (_, sessions, networks, state) => {
    const after = Array.from({ length: 20 }, (_, call) => call).reduce<CircuitBreaker>(
      (before, call) =>
        record(before, 'ordinary', 'failed', call, {
          sessionId: `cs_${call % sessions}`,
          network: networks === undefined ? undefined : `network ${call % networks}`,
          mayProbe: true,
        }),
      CLOSED,
    )
    expect(after.state).toBe(state)
  })

  it('S-135: is probed by no network that opened it, for five minutes', () => {
    const silent = Array.from({ length: 5 }, another)
    const opened = silent.reduce<CircuitBreaker>(
      (before, visitor, at) => ask(before, 'failed', at, visitor) ?? before,
      CLOSED,
    )
    expect(opened.state).toBe('open')
    for (const visitor of silent) {
      expect(acquire(opened, 20_000, { ...another(), network: visitor.network })).toBeUndefined()
      expect(acquire(opened, 20_000, { ...visitor, network: undefined })?.permit).toBe('probe')
      expect(waitMsOf(opened, 20_000, visitor)).toBe(5_000)
    }
    // Nor by the visitor whose probe has failed.
    const last = another()
    const again = ask(opened, 'failed', 20_000, last) ?? CLOSED
    expect(acquire(again, 50_000, last)).toBeUndefined()
    expect(acquire(again, 50_000, another())?.permit).toBe('probe')
    expect(acquire(again, 300_005, silent[0] ?? last)?.permit).toBe('probe')
  })

  it('S-135: is probed by no visitor where the module has a probe', () => {
    expect(acquire(OPEN, 600_000, { ...another(), mayProbe: false })).toBeUndefined()
    expect(waitMsOf(OPEN, 600_000, { ...another(), mayProbe: false })).toBe(5_000)
    const failed = record(probing(OPEN), 'probe', 'failed', 10_004)
    expect(waitMsOf(failed, 10_004, another())).toBe(20_000)
    expect(record(probing(failed), 'probe', 'answered', 30_004)).toEqual(CLOSED)
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
    expect(waitMsOf(OPEN, 1_004, another())).toBe(9_000)
    expect(acquire(OPEN, 10_003, another())).toBeUndefined()
    const probe = acquire(OPEN, 10_004, another())
    expect(probe?.permit).toBe('probe')
    expect(acquire(probe?.breaker ?? CLOSED, 10_004, another())).toBeUndefined()
    expect(record(probe?.breaker ?? OPEN, 'probe', 'answered', 11_000)).toEqual(CLOSED)
  })

  it('backs off exponentially from probe to probe, at most a minute', () => {
    let breaker = OPEN
    let nowMs = 4
    const waits: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const waitMs = waitMsOf(breaker, nowMs, another())
      waits.push(waitMs / 1000)
      nowMs += waitMs
      breaker = askAt(breaker, 'failed', [nowMs])
    }
    expect(waits).toEqual([10, 20, 40, 60, 60, 60])
  })

  it('permits another probe when the first was never made', () => {
    const probe = acquire(OPEN, 20_000, another())
    const after = record(probe?.breaker ?? CLOSED, 'probe', 'not asked', 20_001)
    expect(acquire(after, 20_001, another())?.permit).toBe('probe')
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
            const acquired = acquire(breaker, nowMs, another())
            if (acquired === undefined) continue
            breaker = acquired.breaker
            asking.push(acquired.permit)
          } else if (asking.length > 0) {
            const [permit] = asking.splice(which % asking.length, 1)
            if (permit !== undefined) breaker = record(breaker, permit, result, nowMs, another())
          }
          const probes = asking.filter((permit) => permit === 'probe').length
          expect(probes).toBe(breaker.state === 'probing' ? 1 : 0)
        }
        // The processor has recovered: calls under way are answered, and the next one, too.
        for (const permit of asking) breaker = record(breaker, permit, 'answered', nowMs, another())
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
