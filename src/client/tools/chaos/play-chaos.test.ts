import { beforeAll, describe, expect, it } from 'vitest'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { post, type Post } from '../post.ts'
import { CHECK_IDS, checksOf, type CheckId } from '../readiness/checks/checks.ts'
import { FOUR_SESSIONS } from '#proof/testing/tools/sessions.fixture.ts'
import { seededBytes } from '#proof/testing/seeded-bytes.ts'
import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { playChaos, type Chaos } from './play-chaos.ts'
import { reportText, type ChaosReport } from './present-report.ts'
import {
  FAULTY,
  openReceiver,
  PERFECT,
  PERFECT_BY_THE_LIBRARY,
  type Fault,
  type OpenReceiver,
  type Receiver,
  USELESS,
} from '#proof/testing/tools/receivers.fixture.ts'
import { GOOD_SHOPS, openGoodShop } from '#proof/testing/tools/good-shops.fixture.ts'

const SECRET = makeWebhookSecret(seededBytes('chaos'))

interface Changes extends Partial<Pick<Chaos, 'seed' | 'answerTimeMs' | 'sessions' | 'checks'>> {
  state?: false
}

async function play(parts: Receiver, changes: Changes = {}): Promise<ChaosReport> {
  const opened = await openReceiver(parts, () => SECRET)
  await using _ = opened.receiver
  return await playAgainst(opened, changes)
}

const TIMEOUT_MS = 30_000

/** All receivers share this process: how soon one answers says how busy the machine is. `judge.test.ts` has slow ones. */
const answeredAtOnce: Post = async (posting) => {
  const answer = await post(posting)
  return answer.error === null ? { ...answer, durationMs: 0 } : answer
}

function playAgainst(
  opened: { receiver: { url: string }; state: string; requests?: OpenReceiver['requests'] },
  {
    state: withState,
    seed = 4711,
    answerTimeMs,
    sessions = FOUR_SESSIONS,
    checks = CHECK_IDS,
  }: Changes = {},
) {
  const { receiver, state, requests = { underWay: 0 } } = opened
  const counted: Post = async (posting) => {
    requests.underWay += 1
    const answer = await answeredAtOnce(posting)
    requests.underWay -= 1
    return answer
  }
  return playChaos({
    to: new URL(receiver.url),
    sessions,
    secrets: [SECRET],
    seed,
    checks,
    state: withState === false ? undefined : state,
    clock: () => new Date(),
    post: counted,
    signal: new AbortController().signal,
    progress: () => {},
    ...(answerTimeMs !== undefined && { answerTimeMs }),
  })
}

function blamed({ checks }: ChaosReport): CheckId[] {
  return checks.filter(({ verdict }) => verdict !== 'passed').map(({ check }) => check)
}

/** The receivers are played concurrently, because a run mostly waits. */
let reports: Map<Receiver, ChaosReport>
beforeAll(async () => {
  const shops = [
    PERFECT,
    PERFECT_BY_THE_LIBRARY,
    ...Object.values(FAULTY),
    ...Object.values(USELESS),
  ]
  const played = await Promise.all(shops.map(async (shop) => [shop, await play(shop)] as const))
  reports = new Map(played)
}, 120_000)

function reportOf(receiver: Receiver): ChaosReport {
  const report = reports.get(receiver)
  if (report === undefined) throw new Error('this receiver was not played against')
  return report
}

describe('a perfect receiver', () => {
  it.each([
    ['with verifyWebhook', PERFECT],
    ['with the library of Standard Webhooks', PERFECT_BY_THE_LIBRARY],
  ])('has 100 points, %s', (_, shop) => {
    const report = reportOf(shop)
    expect(blamed(report)).toEqual([])
    expect(report).toMatchObject({ score: 100, passed: true, reached: true })
  })

  it('R-70: is not known to be ready without --state, and the report names what was not seen', async () => {
    const report = await play(PERFECT, { state: false })
    expect(report).toMatchObject({ passed: false, reached: true, shipped: null })
    expect(report.score).toBeLessThan(100)
    expect(blamed(report)).toEqual(checksOf('effect'))
    const unseen = report.checks.filter(({ verdict }) => verdict === 'not_seen')
    expect(unseen.map(({ mend }) => mend)).toEqual(
      Array(2).fill(expect.stringContaining('--state')),
    )
    expect(reportText(report)).toContain('Not known to be ready: nothing wrong was seen')
    expect(reportText(report)).not.toContain('✓ Gives')
  })

  it('R-70: passes without --state what was asked for and seen', async () => {
    const checks = CHECK_IDS.filter((check) => !checksOf('effect').includes(check))
    const opened = await openReceiver(PERFECT, () => SECRET)
    await using _ = opened.receiver
    const report = await playAgainst(opened, { state: false, checks })
    expect(report).toMatchObject({ score: 100, passed: true })
    expect(reportText(report)).toMatch(/Not looked at: nothing-by-forgery, exactly-once\.$/)
  })

  it.each([
    ['that the checkout has delivered', FOUR_SESSIONS.map((it) => ({ ...it, wasDelivered: true }))],
    ['of which there is only one', FOUR_SESSIONS.slice(0, 1)],
  ])('R-70: is not known to be ready by sessions %s', async (_, sessions) => {
    const [first, ...others] = sessions
    if (first === undefined) throw new Error('no session')
    const report = await play(PERFECT, { sessions: [first, ...others] })
    expect(report.passed).toBe(false)
    const unseen = report.checks.filter(({ verdict }) => verdict !== 'passed')
    expect(unseen.map(({ check, verdict }) => [check, verdict])).toEqual(
      expect.arrayContaining([
        ['duplicate-same-moment', 'not_seen'],
        ['reordered', 'not_seen'],
        ['exactly-once', 'not_seen'],
      ]),
    )
    expect(new Set(unseen.map(({ verdict }) => verdict))).toEqual(new Set(['not_seen']))
    expect(unseen.map(({ mend }) => mend)).toEqual(
      Array(unseen.length).fill(expect.stringContaining('sandbox {"deliveries": "none"}')),
    )
  })
})

describe('R-70: a good shop', () => {
  it.each(Object.keys(GOOD_SHOPS) as (keyof typeof GOOD_SHOPS)[])(
    'is ready: %s',
    async (name) => {
      const { url, state, ...shop } = await openGoodShop(GOOD_SHOPS[name], () => SECRET)
      await using _ = shop
      const report = await playAgainst({ receiver: { url }, state })
      expect(blamed(report)).toEqual([])
      expect(report).toMatchObject({ score: 100, passed: true, shipped: true })
      expect(reportText(report)).toContain('Ready: all that must be right is right.')
    },
    TIMEOUT_MS,
  )
})

const BLAMED: Record<Exclude<Fault, 'redirects everything'>, readonly CheckId[]> = {
  'accepts anything': [
    ...checksOf('forged').filter((check) => check !== 'not-json'),
    ...checksOf('stale'),
    'nothing-by-forgery',
  ],
  'checks no age': checksOf('stale'),
  'verifies what it wrote itself': ['other-format', 'reserialised'],
  'handles duplicates again': ['exactly-once'],
  'looks first and remembers later': ['exactly-once'],
  'remembers before it verifies': ['exactly-once'],
  'fails on types that it does not know': ['unknown-type'],
  'refuses fields that it does not know': ['unknown-fields'],
  'answers 200 to forgeries': [...checksOf('forged'), ...checksOf('stale')],
  'fails instead of refusing': [...checksOf('forged'), ...checksOf('stale')],
  'redirects forgeries to a login': [...checksOf('forged'), ...checksOf('stale')],
  'checks only the first signature': ['rotation-second'],
  'dies when the order is another': ['reordered', 'exactly-once'],
  'parses before it verifies': ['not-json'],
  'writes long answers': ['small'],
  'refuses a ping': [
    'ping',
    'rotation-first',
    'rotation-second',
    'other-format',
    'clock-skew',
    'header-case',
  ],
  'gives out before it verifies': ['nothing-by-forgery'],
  'gives out for a payment before it verifies': ['nothing-by-forgery'],
  'gives out for both events': ['exactly-once'],
  'gives out what is not paid': ['exactly-once'],
  'gives out all that waits': ['exactly-once'],
  'gives out another order': ['exactly-once'],
  'waits for an earlier event': ['exactly-once'],
  'leaves out what comes in another order': ['exactly-once'],
  'remembers a moment later': ['exactly-once'],
  'reads strictly what is new': ['unknown-fields'],
  'takes no age at all': ['clock-skew'],
  'checks only what is past': ['from-the-future'],
}

describe('a receiver with one fault', () => {
  it.each(Object.keys(BLAMED) as (keyof typeof BLAMED)[])(
    '%s: is blamed for that fault alone',
    (fault) => {
      const report = reportOf(FAULTY[fault])
      expect(blamed(report)).toEqual(BLAMED[fault])
      expect(report.score).toBeLessThan(100)
      expect(report.passed).toBe(fault === 'writes long answers')
      for (const { verdict, came, mend } of report.checks) {
        expect(came).not.toBe('')
        expect(mend === null).toBe(verdict === 'passed')
      }
    },
  )

  it('redirects everything: has no points, since it accepts nothing genuine', () => {
    const report = reportOf(FAULTY['redirects everything'])
    expect(report).toMatchObject({ score: 0, passed: false, reached: false })
    const ping = report.checks.find(({ check }) => check === 'ping')
    expect(ping).toMatchObject({ verdict: 'failed', came: '308 to ping' })
    expect(ping?.mend).toContain('It redirects')
  })

  it.each(Object.keys(USELESS) as (keyof typeof USELESS)[])('R-70: %s: has no points', (name) => {
    const report = reportOf(USELESS[name])
    expect(report).toMatchObject({ score: 0, passed: false })
    expect(report.checks.filter(({ verdict }) => verdict === 'passed')).toEqual([])
  })

  it('R-70: says that a shop which never gives anything out is not ready', () => {
    const report = reportOf(USELESS['never gives anything out'])
    expect(report).toMatchObject({ reached: true, shipped: false })
    expect(reportText(report)).toContain('Not ready: it gave out none of the paid orders.')
  })

  it('loses half for refusing with a wrong status, and all for accepting', () => {
    const clumsy = reportOf(FAULTY['fails instead of refusing'])
    const accepting = reportOf(FAULTY['answers 200 to forgeries'])
    expect(accepting.score).toBeLessThan(clumsy.score)
    const accepted = accepting.checks.find(({ check }) => check === 'other-secret')
    expect(accepted?.mend).toContain('speaks of an error, but only the status counts')
  })
})

describe('a receiver that never answers', () => {
  it('ends the run early, and the report names what was not played', async () => {
    const receiver = await startWebhookReceiver()
    await using _ = receiver
    receiver.answer = () => {}
    const report = await playAgainst({ receiver, state: '' }, { state: false, answerTimeMs: 100 })
    expect(report).toMatchObject({ score: 0, passed: false, requests: 3 })
    const verdictOf = (id: CheckId) => report.checks.find(({ check }) => check === id)
    expect(verdictOf('ping')).toMatchObject({ verdict: 'failed', came: 'timeout to ping' })
    expect(verdictOf('in-order')?.verdict).toBe('not_played')
    expect(verdictOf('in-time')?.came).toBe('no answer to ping within 0.1 s')
  })
})

it('plays the same for the same seed', async () => {
  const opened = await openReceiver(PERFECT, () => SECRET)
  await using receiver = opened.receiver
  const plays = async (seed: number) => {
    receiver.received.length = 0
    await playAgainst(opened, { state: false, seed })
    return receiver.received.map(
      ({ headers, body }) =>
        JSON.parse(body.startsWith('{"id":"') ? body : '{"type":"none"}').type +
        String(headers['transfer-encoding']),
    )
  }
  const [once, again, otherwise] = [await plays(1), await plays(1), await plays(2)]
  expect(again).toEqual(once)
  expect(otherwise).not.toEqual(once)
})
