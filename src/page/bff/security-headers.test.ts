import { beforeAll, describe, expect, it } from 'vitest'
import { CheckoutConnectionError } from '#client/index.ts'
import {
  FIELDS_ORIGIN,
  openBff,
  ORIGIN,
  OWN_PAGE,
  useStandInBuild,
} from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import {
  ALWAYS,
  ASSET,
  DATA,
  FILE,
  HASH,
  HTML,
  HTML_WITHOUT_SESSION,
  JSON_DATA,
  PLAIN_HTML,
  policy,
  RETRY,
} from '#proof/testing/page/golden-headers.fixture.ts'

useStandInBuild()

const ICON = { 'content-type': 'image/svg+xml; charset=utf-8', vary: 'Accept-Encoding' }
const BASE = `/api/checkout/${REFERENCE}`
const unreachable = new CheckoutConnectionError('unreachable', 'No answer.')

// tests guard: script-policy

describe('S-40 the headers of', () => {
  it.each([
    ['a page', `/c/${REFERENCE}`, 200, HTML],
    ['a page of an unknown session', '/c/x', 404, HTML_WITHOUT_SESSION],
    ['a broken page', `/c/${REFERENCE}?broken`, 500, PLAIN_HTML],
    ['the front page', '/', 200, PLAIN_HTML],
    ['an unknown path', '/x', 404, PLAIN_HTML],
    ['a file under a page', `/c/${REFERENCE}/x.css`, 404, PLAIN_HTML],
    ['a session', BASE, 200, JSON_DATA],
    ['an unknown call', '/api/x', 404, JSON_DATA],
    ['a script', '/assets/entry-1a2b.js', 200, ASSET],
    ['an unknown script', '/assets/x.js', 404, PLAIN_HTML],
    ['the icon', '/favicon.svg', 200, { ...FILE, ...ICON }],
    ['robots.txt', '/robots.txt', 200, { ...FILE, 'content-type': 'text/plain; charset=utf-8' }],
    [
      'security.txt',
      '/.well-known/security.txt',
      200,
      { ...FILE, 'content-type': 'text/plain; charset=utf-8' },
    ],
  ])('%s', async (_name, path, status, headers) => {
    const answer = await openBff({ securityContact: 'mailto:a@b.example' }).get(path)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toEqual(headers)
  })

  it('an image, and of a missing one', async () => {
    const { get, checkout } = openBff()
    const image = await get(`${BASE}/images/logo`)
    expect(Object.fromEntries(image.headers)).toEqual({
      ...ALWAYS,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/png',
    })
    checkout.image.mockRejectedValue(unreachable)
    const missing = await get(`${BASE}/images/0`)
    expect(Object.fromEntries(missing.headers)).toEqual({ ...JSON_DATA, ...RETRY })
  })

  it('a page and a call while the API is unreachable', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockRejectedValue(unreachable)
    const page = await get(`/c/${REFERENCE}`)
    expect(Object.fromEntries(page.headers)).toEqual({ ...HTML_WITHOUT_SESSION, ...RETRY })
    const call = await get(BASE)
    expect(Object.fromEntries(call.headers)).toEqual({ ...JSON_DATA, ...RETRY })
  })

  it('a payment, and of a refused one', async () => {
    const { post } = openBff()
    const paid = await post(`${BASE}/payments`, OWN_PAGE)
    expect(Object.fromEntries(paid.headers)).toEqual(JSON_DATA)
    const refused = await post(`${BASE}/payments`, {})
    expect(refused.status).toBe(403)
    expect(Object.fromEntries(refused.headers)).toEqual(JSON_DATA)
  })

  it('a report, and of a refused one', async () => {
    const { post } = openBff()
    const report = JSON.stringify({ kind: 'not_started', what: '', page: '/' })
    const taken = await post('/reports', OWN_PAGE, report)
    expect(taken.status).toBe(204)
    expect(Object.fromEntries(taken.headers)).toEqual(DATA)
    const refused = await post('/reports', OWN_PAGE, '{')
    expect(Object.fromEntries(refused.headers)).toEqual(JSON_DATA)
  })

  it('a page with a form, its redirect, and of a refused one', async () => {
    const { get, post } = openBff()
    const path = `/c/${REFERENCE}?pay=pix`
    const page = await get(path)
    const setCookie = expect.stringMatching(/^form-2f2dd3cd=/)
    const withForm = { ...HTML, 'referrer-policy': 'same-origin', 'set-cookie': setCookie }
    expect(Object.fromEntries(page.headers)).toEqual(withForm)

    const [, token = ''] = /"token":"([^"]+)"/.exec(await page.text()) ?? []
    const fromPage = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '',
      origin: ORIGIN,
    }
    const body = new URLSearchParams({ token, email: 'ana@example.com' }).toString()
    const paid = await post(path, fromPage, body)
    expect(Object.fromEntries(paid.headers)).toEqual({
      ...DATA,
      location: `/c/${REFERENCE}?from=form`,
      'set-cookie': setCookie,
    })
    const back = await post(path, fromPage, '')
    expect(Object.fromEntries(back.headers)).toEqual(withForm)
    const refused = await post(path, { ...fromPage, origin: 'null' }, body)
    expect(Object.fromEntries(refused.headers)).toEqual(PLAIN_HTML)
  })

  it('a stream, and of one without anything to send', async () => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(
      exampleCheckout({ status: 'expired', payment: null, version: 3 }),
    )
    const stream = await get(`${BASE}/events`)
    expect(Object.fromEntries(stream.headers)).toEqual({
      ...DATA,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    const nothing = await get(`${BASE}/events?afterVersion=3`)
    expect(nothing.status).toBe(204)
    expect(Object.fromEntries(nothing.headers)).toEqual({ ...DATA, 'x-accel-buffering': 'no' })
  })

  it('S-130: a page whose processor lists the frames of a challenge: exactly these, and the return', async () => {
    const { get, checkout } = openBff()
    const challengeFrameOrigins = ['https://acs.bank.example', 'https://3ds.acme.example']
    checkout.read.mockResolvedValue(exampleCheckout({ challengeFrameOrigins }))
    const page = await get(`/c/${REFERENCE}`)
    expect(Object.fromEntries(page.headers)).toEqual({
      ...HTML,
      'content-security-policy': expect.stringContaining(
        `; frame-src ${FIELDS_ORIGIN}/card/${REFERENCE}/ https://acs.bank.example https://3ds.acme.example ${ORIGIN}/c/${REFERENCE}/challenge-return; `,
      ),
    })
  })

  it('S-50 S-130: the return from a challenge, framed by our own page alone, and by itself a way to it', async () => {
    const { get, checkout } = openBff()
    const path = `/c/${REFERENCE}/challenge-return`
    const framed = await get(path, { 'sec-fetch-dest': 'iframe' })
    expect(framed.status).toBe(200)
    expect(Object.fromEntries(framed.headers)).toEqual({
      ...PLAIN_HTML,
      'content-security-policy': expect.stringMatching(policy("'none'", "'none'", HASH, "'self'")),
      vary: 'Accept-Language',
      'x-frame-options': 'SAMEORIGIN',
    })
    const text = await framed.text()
    expect(text).toContain('challengeReturn in en')
    expect(text).not.toContain(REFERENCE)

    for (const headers of [{ 'sec-fetch-dest': 'document' }, {}]) {
      const alone = await get(path, headers)
      expect(alone.status).toBe(303)
      const location = `/c/${REFERENCE}?from=challenge`
      expect(Object.fromEntries(alone.headers)).toEqual({ ...DATA, location })
    }
    expect(checkout.read).not.toHaveBeenCalled()
    const unknown = await get('/c/x/challenge-return', { 'sec-fetch-dest': 'iframe' })
    expect(unknown.status).toBe(404)
    expect(Object.fromEntries(unknown.headers)).toEqual(PLAIN_HTML)
  })

  it('a page without a build', async () => {
    const { get } = openBff({ build: { kind: 'missing', directory: '/dist/sandbox' } })
    const page = await get(`/c/${REFERENCE}`)
    expect(Object.fromEntries(page.headers)).toEqual(PLAIN_HTML)
  })
})

describe('S-40 Strict-Transport-Security', () => {
  const paths = [`/c/${REFERENCE}`, BASE, '/', '/assets/entry-1a2b.js', '/favicon.svg']
  let answers: Response[]

  beforeAll(async () => {
    const { get } = openBff({ checkoutUrl: 'https://pay.example' })
    answers = await Promise.all(paths.map((path) => get(path)))
  })

  it('is on every answer where the page is at https', () => {
    expect(answers.map(({ headers }) => headers.get('strict-transport-security'))).toEqual(
      paths.map(() => 'max-age=63072000; includeSubDomains; preload'),
    )
  })
})
