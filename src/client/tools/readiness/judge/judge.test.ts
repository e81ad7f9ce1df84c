import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECK_IDS, checkOf, type CheckId } from '../checks/checks.ts'
import { THREE_SESSIONS } from '#proof/testing/tools/sessions.fixture.ts'
import { judge, scoreOf } from './judge.ts'
import { judgeAnswers } from './judge-answers.ts'
import type { Look, PlayAnswer } from './observation.ts'

const PLAYED = CHECK_IDS.filter((check) => checkOf(check).expects !== undefined)

function answer(check: CheckId, changes: Partial<PlayAnswer> = {}): PlayAnswer {
  const right = checkOf(check).expects === 'refused' ? 400 : 204
  const quick = { at: '2026-11-21T12:00:00.000Z', durationMs: 5, bodyBytes: 0, excerpt: '' }
  return { check, what: 'session.completed (3)', status: right, error: null, ...quick, ...changes }
}

function perfect(): PlayAnswer[] {
  return PLAYED.map((check) => answer(check))
}

function judged(answers: readonly PlayAnswer[], looks: readonly Look[] = []) {
  return judge({ answers, looks }, THREE_SESSIONS, CHECK_IDS)
}

function lookOf(when: Look['when'], count: number | null): Look {
  const ids = THREE_SESSIONS.map(({ sessionId }) => [sessionId, count])
  return { when, fulfilled: Object.fromEntries(ids) as Look['fulfilled'] }
}

/** Each order is given out once, and not by forgeries. */
const ONCE = [lookOf('before', 0), lookOf('after_forgeries', 0), lookOf('at_the_end', 1)]

const statuses = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constant(null))
const answers = fc
  .array(statuses, { minLength: PLAYED.length, maxLength: PLAYED.length })
  .map((given) => PLAYED.map((check, index) => answer(check, { status: given[index] ?? null })))

describe('the score', () => {
  it('is 100 for a faultless receiver only', () => {
    expect(judged(perfect(), ONCE)).toMatchObject({ score: 100, passed: true })
    fc.assert(
      fc.property(answers, (answers) => {
        const { score, checks } = judged(answers, ONCE)
        expect(score).toBeGreaterThanOrEqual(0)
        const isAllRight = checks.every(({ verdict }) => verdict === 'passed')
        expect(score === 100).toBe(isAllRight)
      }),
    )
  })

  it('never falls when a fault is mended', () => {
    fc.assert(
      fc.property(answers, fc.nat(PLAYED.length - 1), (answers, place) => {
        const mended = answers.map((it, index) => (index === place ? answer(it.check) : it))
        expect(judged(mended).score).toBeGreaterThanOrEqual(judged(answers).score)
      }),
    )
  })

  it.each(PLAYED)('falls, and the run fails, when only %s is wrong', (check) => {
    const status = checkOf(check).expects === 'refused' ? 200 : 400
    const { score, passed, checks } = judged(
      perfect().map((it) => (it.check === check ? answer(check, { status }) : it)),
      ONCE,
    )
    expect(score).toBeLessThan(100)
    expect(passed).toBe(false)
    expect(checks.filter(({ verdict }) => verdict === 'failed')).toMatchObject([{ check }])
  })

  it('is 0 for a receiver that accepts nothing genuine', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), (status) => {
        const { score, reached, passed } = judged(PLAYED.map((it) => answer(it, { status })))
        expect({ score, reached, passed }).toEqual({ score: 0, reached: false, passed: false })
      }),
    )
  })

  it('is at most half for a receiver that accepts anything', () => {
    const { score } = judged(PLAYED.map((check) => answer(check, { status: 200 })))
    expect(score).toBeLessThan(50)
  })

  it('R-70: gives nothing for what was not seen', () => {
    expect(judged(perfect())).toMatchObject({ passed: false, shipped: null })
    const [seen, unseen] = [
      { weight: 3, points: 3 },
      { weight: 1, points: 0 },
    ]
    expect(scoreOf([seen, unseen])).toBe(75)
    expect(scoreOf([unseen])).toBe(0)
  })

  it('R-70: is 0 for a receiver that gives nothing out', () => {
    const nothing = [lookOf('before', 0), lookOf('after_forgeries', 0), lookOf('at_the_end', 0)]
    expect(judged(perfect(), nothing)).toMatchObject({ score: 0, passed: false, shipped: false })
  })
})

describe('a check without answers', () => {
  it('is not played when the time was over', () => {
    const { checks, passed } = judged(perfect().filter(({ check }) => check !== 'delayed'))
    expect(checks.find(({ check }) => check === 'delayed')?.verdict).toBe('not_played')
    expect(passed).toBe(false)
  })
})

describe('the reason', () => {
  it.each([
    ['in-order', { status: 308 }, 'redirects are never followed'],
    ['in-order', { status: 410 }, 'disables the callback'],
    ['in-order', { status: 429 }, 'come again later'],
    ['in-order', { status: 503 }, 'look into its log'],
    ['in-order', { status: null, error: 'timeout' }, 'no answer (timeout): is it running'],
    ['unsigned', { status: 302 }, 'perhaps to a login'],
    ['unsigned', { status: 500 }, 'failed where it should refuse'],
    ['unsigned', { status: null, error: 'connection_closed' }, 'did not answer'],
    ['unsigned', { status: 200, excerpt: 'Invalid signature' }, 'only the status counts'],
    ['unsigned', { status: 200, excerpt: 'ok' }, 'Verify every notification before anything else'],
  ] as const)('for %s answered with %o: %s', (check, changes, reason) => {
    expect(judgeAnswers(check, [answer(check, changes)]).mend).toContain(reason)
  })

  it('lists wrong answers one by one and counts the others', () => {
    const wrong = answer('in-order', { status: 500, what: 'refund.succeeded (4)' })
    const right = answer('in-order')
    expect(judgeAnswers('in-order', [right, wrong, right]).came).toBe(
      '500 to refund.succeeded (4); 204 (2×)',
    )
  })
})

describe('manners', () => {
  const slow = (durationMs: number) => [...perfect(), answer('ping', { durationMs })]
  it.each([
    ['soon', slow(2500), true],
    ['in-time', slow(10_000), false],
    ['small', [...perfect(), answer('ping', { bodyBytes: 5000 })], true],
    ['in-time', perfect().map((it) => ({ ...it, durationMs: 2500 })), false],
  ] as const)('%s', (check, answers, passed) => {
    const report = judged(answers, ONCE)
    expect(report.checks.find((it) => it.check === check)?.verdict).toBe('failed')
    expect(report.passed).toBe(passed)
  })
})

describe('effects', () => {
  it.each([
    [0, 0, 1, []],
    [0, 1, 1, ['nothing-by-forgery']],
    [0, 0, 2, ['exactly-once']],
    [0, 0, 0, ['exactly-once']],
    [0, 0, null, ['exactly-once']],
  ])(
    'given out %s times before, %s after forgeries, %s at the end',
    (before, after, end, failed) => {
      const looks = [
        lookOf('before', before),
        lookOf('after_forgeries', after),
        lookOf('at_the_end', end),
      ]
      const { checks } = judged(perfect(), looks)
      const wrong = checks.filter(({ verdict }) => verdict === 'failed')
      expect(wrong.map(({ check }) => check)).toEqual(failed)
    },
  )

  it('are not seen for an order that was fulfilled before', () => {
    const looks = [lookOf('before', 1), lookOf('after_forgeries', 1), lookOf('at_the_end', 1)]
    const { checks } = judged(perfect(), looks)
    const check = checks.find(({ check }) => check === 'nothing-by-forgery')
    expect(check).toMatchObject({ verdict: 'not_seen', came: expect.stringContaining('before') })
  })
})
