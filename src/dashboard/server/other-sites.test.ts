import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { BODY_TYPES } from '#proof/testing/page/other-sites.fixture.ts'

const SITES = ['same-origin', 'same-site', 'cross-site', 'none', '']
const OWN = 'http://localhost:4247'
const ORIGINS = [
  OWN,
  'null',
  'https://evil.example',
  'http://localhost:4244',
  `${OWN}.evil.example`,
  '',
]
/** A literal list, so that the code's rule is not repeated here. */
const OURS = new Set([`same-origin ${OWN}`, 'same-origin ', ` ${OWN}`])
const SENDERS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, isOurs: OURS.has(`${site} ${origin}`) })),
)

let test: TestDashboard
let browser: Browser
beforeAll(async () => {
  test = await openTestDashboard()
  browser = test.browser()
  const { token } = await test.invite()
  await browser.post('/api/sign-in/link', { token })
})
afterAll(() => test.close())

/** Each registered path, with a value in place of its parameters. */
const callsOf = (method: string) => [
  ...new Set(
    test.dashboard.routes
      .filter((route) => route.method === method && route.path.startsWith('/api/'))
      .map(({ path }) => path.replaceAll(/:[a-zA-Z]+/g, 'x')),
  ),
]

describe('S-52: another site', () => {
  it.each(SENDERS)('with Sec-Fetch-Site "$site" and Origin "$origin"', async (sender) => {
    const { site, origin, isOurs } = sender
    for (const header of ['1', ''])
      for (const type of BODY_TYPES) {
        const headers = {
          'sec-fetch-site': site,
          origin,
          'x-checkout': header,
          'content-type': type,
        }
        const said = await browser.post('/api/find', { text: 'A-1' }, headers)
        const isTaken = isOurs && header === '1'
        const wanted = type === 'application/json' ? 200 : 415
        expect(said.status, `${header} ${type}`).toBe(isTaken ? wanted : 403)
      }
  })

  it('changes nothing by any call', async () => {
    const paths = callsOf('POST')
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      const said = await browser.post(path, {}, { 'x-checkout': '' })
      expect([path, said.status, said.body]).toEqual([
        path,
        403,
        expect.objectContaining({ code: 'other_site' }),
      ])
    }
  })

  it('reads nothing by any call', async () => {
    const paths = callsOf('GET')
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths)
      for (const site of ['cross-site', 'same-site']) {
        const said = await browser.get(path, { 'sec-fetch-site': site })
        expect([path, said.status]).toEqual([path, 403])
      }
  })
})

describe('what browsers report of its documents', () => {
  const report = (body: object, headers: Record<string, string> = {}) =>
    test
      .browser()
      .post(
        '/reports',
        { 'csp-report': body },
        { 'content-type': 'application/csp-report', ...headers },
      )

  it('is counted and logged, without the address of the page', async () => {
    const said = await report({
      'document-uri': `${OWN}/find#q=ada@mail.example`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?ada@mail.example',
    })
    expect(said.status).toBe(200)
    expect(test.reported).toEqual(['dashboard policy'])
    expect(test.warned).toHaveLength(1)
    expect(JSON.stringify(test.warned)).not.toContain('ada')
  })

  it('is refused from another site', async () => {
    const said = await report({}, { 'sec-fetch-site': 'cross-site' })
    expect([said.status, said.body]).toMatchObject([403, { code: 'other_site' }])
  })
})
