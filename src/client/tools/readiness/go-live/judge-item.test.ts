import { describe, expect, it } from 'vitest'
import { judgeDelivered, judgeRefused, judgeTimes } from './judge-item.ts'
import { isPassed, type Evidence } from './report.ts'

function evidence(
  what: string,
  statusCodes: readonly (number | string)[],
  changes: Partial<Evidence> = {},
): Evidence {
  return {
    what,
    sessionId: null,
    eventId: null,
    deliveryId: null,
    status: statusCodes.at(-1) === 204 ? 'succeeded' : 'pending',
    attempts: statusCodes.map((outcome) => ({
      at: '2026-11-21T12:00:00.000Z',
      statusCode: typeof outcome === 'number' ? outcome : null,
      error: typeof outcome === 'string' ? outcome : null,
      durationMs: 12,
    })),
    ...changes,
  }
}

describe('a notification that the merchant must take', () => {
  const expected = ['session.completed']
  it.each([
    ['taken', [evidence('session.completed', [204])], 'passed', 'session.completed: 204.', null],
    ['never made', [], 'failed', 'did not happen', 'clock stopped'],
    [
      'sent to nobody',
      [evidence('session.completed', [], { status: 'not_sent' })],
      'failed',
      'to nobody',
      'callback set',
    ],
    [
      'never tried',
      [evidence('session.completed', [])],
      'failed',
      'was not sent within',
      'worker run',
    ],
    [
      'answered with 500 again and again',
      [evidence('session.completed', [500, 500])],
      'failed',
      '500 after 2 tries',
      'look into its log',
    ],
    [
      'answered with 410',
      [evidence('session.completed', [410], { status: 'disabled' })],
      'failed',
      'the callback is disabled',
      'disables the callback',
    ],
    [
      'not answered',
      [evidence('session.completed', ['connection_refused'])],
      'failed',
      'connection_refused',
      'can this machine reach it?',
    ],
  ] as const)('%s', (_, deliveries, verdict, came, mend) => {
    const judgement = judgeDelivered(expected, deliveries)
    expect(judgement.verdict).toBe(verdict)
    expect(judgement.came).toContain(came)
    expect(judgement.mend ?? 'nothing').toContain(mend ?? 'nothing')
  })
})

describe('a forgery', () => {
  it.each([
    [[400, 401], 'passed', null],
    [[400, 200], 'failed', 'It accepts what is forged'],
    [[400, 500], 'failed', 'failed where it should refuse'],
    [[400, 302], 'failed', 'redirects'],
    [['connection_refused'], 'failed', 'is it running'],
  ])('answered with %o: %s', (statusCodes, verdict, mend) => {
    const forgeries = statusCodes.map((code) => evidence('forged', [code], { status: 'answered' }))
    const judgement = judgeRefused(forgeries)
    expect(judgement.verdict).toBe(verdict)
    expect(judgement.mend ?? 'nothing').toContain(mend ?? 'nothing')
  })
})

describe('the time of answers', () => {
  const slow = (durationMs: number) => {
    const ping = evidence('ping', [204])
    return { ...ping, attempts: ping.attempts.map((attempt) => ({ ...attempt, durationMs })) }
  }
  it.each([
    [[evidence('ping', [204])], 'passed', 'took 12 ms; all came at the first try'],
    [[slow(3000)], 'passed', 'took 3000 ms'],
    [[slow(3000), slow(3000)], 'failed', 'took 3000 ms'],
    [[slow(10_000)], 'failed', 'took 10000 ms'],
    [[evidence('ping', [500, 204])], 'failed', '1 needed more than one try'],
    [[], 'not_seen', 'no answer'],
  ] as const)('%#: %s', (answers, verdict, came) => {
    const judgement = judgeTimes(answers)
    expect([judgement.verdict, judgement.came]).toEqual([verdict, expect.stringContaining(came)])
  })
})

describe('the whole', () => {
  it.each([
    ['homologation', ['passed', 'note'], true],
    ['homologation', ['passed', 'failed'], false],
    ['homologation', ['passed', 'not_seen'], false],
    ['rehearsal', ['passed', 'not_seen'], true],
    ['rehearsal', ['passed', 'failed'], false],
  ] as const)('%s with %o: %s', (kind, verdicts, passed) => {
    const items = verdicts.map((verdict) => ({ id: 'return-origins' as const, verdict }))
    expect(isPassed(items, kind)).toBe(passed)
  })

  it('R-71: is not passed by a rehearsal that has not seen what a merchant can show', () => {
    expect(isPassed([{ id: 'effect', verdict: 'not_seen' }], 'rehearsal')).toBe(false)
  })
})
