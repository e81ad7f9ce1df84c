import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTenant, inputOf, perform } from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { createPersonLimits } from './person-limits.ts'
import { createGuessCounter } from '#server/service/people/guess-counter.ts'
import { createConcurrencyLimit } from '#server/limits/concurrency-limit.ts'

const PERMITS = 4
const concurrencyLimit = createConcurrencyLimit(PERMITS)
let test: TestDashboard
let ada: Browser
let ben: Browser
beforeAll(async () => {
  test = await openTestDashboard('sandbox', null, { isLimited: true, concurrencyLimit })
  ada = await enter()
  ben = await enter()
})
afterAll(() => test.close())

async function enter(): Promise<Browser> {
  const browser = test.browser()
  const { token } = await test.invite()
  await browser.post('/api/sign-in/link', { token })
  return browser
}

/** Repeats a call `times` times, and returns the answers. */
async function often(times: number, work: () => Promise<Said>): Promise<Said[]> {
  const said: Said[] = []
  while (said.length < times) said.push(await work())
  return said
}

const statuses = (said: readonly Said[]) => said.map(({ status }) => status)

function expectRefused(said: Said, seconds: number): void {
  expect(said.status).toBe(429)
  expect(said.headers.get('retry-after')).toBe(String(seconds))
  expect(said.body).toMatchObject({ code: 'rate_limited', retryAfterSeconds: seconds })
}

describe('one person', () => {
  it('finds ten times a second, and a colleague still finds', async () => {
    const find = (browser: Browser) => browser.post('/api/find', { text: 'A-1001' })
    expect(statuses(await often(10, () => find(ada)))).toEqual(Array(10).fill(200))
    expectRefused(await find(ada), 1)
    expect((await find(ben)).status).toBe(200)
    test.clock.advance(1000)
    expect((await find(ada)).status).toBe(200)
  })

  it('does thirty dashboard actions a minute; what was refused is not done', async () => {
    const tenant = await addTenant(test)
    const issue = () => perform(ada, 'key.issue', inputOf('key.issue', tenant))
    expect(statuses(await often(30, issue))).toEqual(Array(30).fill(200))
    const keys = () => test.sql('select id from api_keys where merchant_id = $1', tenant.merchantId)
    const before = (await keys()).length
    expectRefused(await issue(), 60)
    expect(await keys()).toHaveLength(before)
    test.clock.advance(60_000)
    expect((await issue()).status).toBe(200)
  })

  it('has sixty challenges a minute', async () => {
    const tenant = await addTenant(test)
    const begin = () =>
      ben.post('/api/ceremonies', {
        dashboardAction: 'key.issue',
        input: inputOf('key.issue', tenant),
      })
    expect(statuses(await often(60, begin))).toEqual(Array(60).fill(200))
    expectRefused(await begin(), 60)
  })

  it('has two exports at once', () => {
    const limits = createPersonLimits()
    const first = limits.acquireExport('ada')
    expect(limits.acquireExport('ada')).toBeDefined()
    expect(limits.acquireExport('ada')).toBeUndefined()
    expect(limits.acquireExport('ben')).toBeDefined()
    first?.()
    first?.()
    expect(limits.acquireExport('ada')).toBeDefined()
    expect(limits.acquireExport('ada')).toBeUndefined()
  })
})

describe('one address', () => {
  it.each(['count', 'countChallenge'] as const)(
    'beyond its own limit takes nothing of the total from the others: %s',
    (name) => {
      const guesses = createGuessCounter(() => 0)
      for (let n = 0; n < 1000; n += 1) guesses[name]('203.0.113.9')
      expect(guesses[name]('203.0.113.9')).toBe(60)
      expect(guesses[name]('192.0.2.77')).toBeUndefined()
    },
  )

  it('is refused once all together have guessed 300 times', () => {
    const guesses = createGuessCounter(() => 0)
    for (let n = 0; n < 300; n += 1)
      expect(guesses.count(`10.0.${n >> 8}.${n & 255}`)).toBeUndefined()
    expect(guesses.count('192.0.2.77')).toBe(60)
  })
})

it('is shed while half of the permits are in use, and shoppers are served', async () => {
  const held = [concurrencyLimit.acquire('pay'), concurrencyLimit.acquire('pay')]
  const said = await ada.get('/api/me')
  expect(said.status).toBe(503)
  expect(said.headers.get('retry-after')).toBe('3')
  expect(said.body).toMatchObject({ code: 'temporarily_unavailable' })
  const shopper = concurrencyLimit.acquire('pay')
  expect(shopper).toBeDefined()
  for (const release of [...held, shopper]) release?.()
  expect((await ada.get('/api/me')).status).toBe(200)
})
