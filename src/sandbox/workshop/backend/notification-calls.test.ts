import { describe, expect, it } from 'vitest'
import { CheckoutError } from '../../../client/index.ts'
import { PageProblem } from '../../../contract/page.ts'
import { Viewer } from '../../../contract/viewer.ts'
import {
  openBff,
  OWN_PAGE,
  useStandInBuild,
  VIEWER_TOKEN,
} from '../../../proof/testing/page/bff.fixture.ts'

useStandInBuild()

const AT = '/api/notifications'
const EVENT = 'evt_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const KNOWN = { cookie: `viewer=${VIEWER_TOKEN}` }
const LINK = JSON.stringify({ token: 'of-the-link' })
const POSTS = ['/sign-in', '/replays', '/sign-out']
const GETS = ['/viewer', '/events', `/events/${EVENT}`]

const refusal = (status: number, code: string) =>
  new CheckoutError({
    status,
    code,
    detail: 'Why.',
    requestId: 'req_1',
    errors: [],
    retryAfterSeconds: null,
  })

describe('signing in', () => {
  it('sets an HttpOnly cookie, and returns the viewer', async () => {
    const { post, viewers } = openBff()
    const answer = await post(`${AT}/sign-in`, OWN_PAGE, LINK)
    expect(viewers.signIn).toHaveBeenCalledExactlyOnceWith('of-the-link')
    expect(answer.headers.getSetCookie()).toEqual([
      `viewer=${VIEWER_TOKEN}; Expires=Sat, 21 Nov 2026 00:42:07 GMT; Path=/api/notifications; HttpOnly; SameSite=Strict`,
    ])
    const text = await answer.text()
    expect(text).not.toContain(VIEWER_TOKEN)
    expect(Viewer.parse(JSON.parse(text)).merchant.name).toBe('Loja São João')
  })

  it('binds the cookie to the host over TLS', async () => {
    const origin = 'https://pay.example'
    const { post, bff, viewers } = openBff({ checkoutUrl: origin })
    const answer = await post(`${AT}/sign-in`, { ...OWN_PAGE, origin }, LINK)
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-viewer=[0-9A-Za-z]{43}; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    await bff.fetch(new Request(`${origin}${AT}/viewer`, { headers }))
    expect(viewers.read).toHaveBeenCalledWith(VIEWER_TOKEN)
  })

  it("revokes the browser's previous token, even an expired one", async () => {
    const { post, viewers } = openBff()
    const old = 'o'.repeat(VIEWER_TOKEN.length)
    const headers = { ...OWN_PAGE, cookie: `viewer=${old}` }
    expect((await post(`${AT}/sign-in`, headers, LINK)).status).toBe(200)
    expect(viewers.signOut).toHaveBeenCalledExactlyOnceWith(old)
    viewers.signOut.mockRejectedValueOnce(refusal(401, 'invalid_viewer_token'))
    expect((await post(`${AT}/sign-in`, headers, LINK)).status).toBe(200)
  })

  it('refuses an invalid link, and keeps the current cookie', async () => {
    const { post, viewers } = openBff()
    viewers.signIn.mockRejectedValueOnce(refusal(401, 'invalid_sign_in_link'))
    const answer = await post(`${AT}/sign-in`, { ...OWN_PAGE, ...KNOWN }, LINK)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
    expect(viewers.signOut).not.toHaveBeenCalled()
    expect(PageProblem.parse(await answer.json()).code).toBe('invalid_sign_in_link')
  })
})

describe('a viewer', () => {
  it('reads the merchant, the list and an event', async () => {
    const { get, viewers } = openBff()
    expect((await get(`${AT}/viewer`, KNOWN)).status).toBe(200)
    expect((await get(`${AT}/events?state=failed&limit=5`, KNOWN)).status).toBe(200)
    expect(viewers.listEvents).toHaveBeenCalledWith(VIEWER_TOKEN, { state: 'failed', limit: '5' })
    expect((await get(`${AT}/events/${EVENT}`, KNOWN)).status).toBe(200)
    expect(viewers.readEvent).toHaveBeenCalledWith(VIEWER_TOKEN, EVENT)
    expect((await get(`${AT}/events/..%2f`, KNOWN)).status).toBe(404)
  })

  it("sends again with the page's idempotency key", async () => {
    const { post, viewers } = openBff()
    const body = JSON.stringify({ eventIds: [EVENT] })
    expect((await post(`${AT}/replays`, { ...OWN_PAGE, ...KNOWN }, body)).status).toBe(200)
    const { 'idempotency-key': idempotencyKey, ...without } = OWN_PAGE
    expect(viewers.replayEvents).toHaveBeenCalledExactlyOnceWith(VIEWER_TOKEN, [EVENT], {
      idempotencyKey,
    })
    expect((await post(`${AT}/replays`, { ...without, ...KNOWN }, body)).status).toBe(400)
  })

  it('signs out: revokes the token and deletes the cookie', async () => {
    const { post, viewers } = openBff()
    const answer = await post(`${AT}/sign-out`, { ...OWN_PAGE, ...KNOWN })
    expect(viewers.signOut).toHaveBeenCalledWith(VIEWER_TOKEN)
    expect(answer.headers.getSetCookie()).toEqual([
      'viewer=; Max-Age=0; Path=/api/notifications; HttpOnly; SameSite=Strict',
    ])
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  })

  it('signs out even after being signed out elsewhere', async () => {
    const { post, viewers } = openBff()
    viewers.signOut.mockRejectedValueOnce(refusal(401, 'invalid_viewer_token'))
    expect((await post(`${AT}/sign-out`, { ...OWN_PAGE, ...KNOWN })).status).toBe(200)
  })

  it.each(GETS)('%s: 401 when the API refuses the token', async (path) => {
    const { get, viewers } = openBff()
    for (const call of [viewers.read, viewers.listEvents, viewers.readEvent])
      call.mockRejectedValue(refusal(401, 'invalid_viewer_token'))
    const answer = await get(AT + path, KNOWN)
    expect([answer.status, PageProblem.parse(await answer.json()).code]).toEqual([
      401,
      'invalid_viewer_token',
    ])
  })

  it('gets no details when our own key or the API fails', async () => {
    const { get, viewers, logged } = openBff()
    viewers.read.mockRejectedValue(refusal(401, 'invalid_api_key'))
    const answer = await get(`${AT}/viewer`, KNOWN)
    expect([answer.status, PageProblem.parse(await answer.json()).code]).toEqual([
      503,
      'temporarily_unavailable',
    ])
    expect(logged).toHaveLength(1)
    expect(logged.join()).not.toContain(VIEWER_TOKEN)
  })
})

describe('without a session', () => {
  it.each([{}, { cookie: 'viewer=short' }, { cookie: `other=${VIEWER_TOKEN}` }])(
    'with %j, the API is not called',
    async (headers) => {
      const { get, post, viewers } = openBff()
      for (const path of GETS) expect((await get(AT + path, headers)).status).toBe(401)
      expect((await post(`${AT}/replays`, { ...OWN_PAGE, ...headers })).status).toBe(401)
      for (const call of Object.values(viewers)) expect(call).not.toHaveBeenCalled()
    },
  )
})

describe('S-52: another site', () => {
  it.each([
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'x-checkout': '' },
  ])('with %j changes nothing', async (changes) => {
    const { post, viewers } = openBff()
    for (const path of POSTS)
      expect((await post(AT + path, { ...OWN_PAGE, ...KNOWN, ...changes }, LINK)).status).toBe(403)
    for (const call of Object.values(viewers)) expect(call).not.toHaveBeenCalled()
  })

  it('cannot submit a form', async () => {
    const { post, viewers } = openBff()
    const form = { ...OWN_PAGE, ...KNOWN, 'content-type': 'text/plain' }
    for (const path of POSTS) expect((await post(AT + path, form, LINK)).status).toBe(415)
    for (const call of Object.values(viewers)) expect(call).not.toHaveBeenCalled()
  })

  it('cannot read', async () => {
    const { get, viewers } = openBff()
    for (const path of GETS) {
      const answer = await get(AT + path, { ...KNOWN, 'sec-fetch-site': 'cross-site' })
      expect(answer.status).toBe(403)
    }
    for (const call of Object.values(viewers)) expect(call).not.toHaveBeenCalled()
  })
})

it('every response is JSON that is never cached', async () => {
  const { get, post } = openBff()
  const answers = [
    ...(await Promise.all(GETS.map((path) => get(AT + path, KNOWN)))),
    await get(`${AT}/viewer`),
    await post(`${AT}/sign-in`, OWN_PAGE, LINK),
  ]
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

it('production has none of these routes', async () => {
  const build = { kind: 'missing', directory: 'dist' } as const
  const { get, post, viewers } = openBff({ environment: 'production', build })
  for (const path of GETS) expect((await get(AT + path, KNOWN)).status).toBe(404)
  for (const path of POSTS)
    expect((await post(AT + path, { ...OWN_PAGE, ...KNOWN }, LINK)).status).toBe(404)
  expect((await get('/notifications')).status).toBe(404)
  for (const call of Object.values(viewers)) expect(call).not.toHaveBeenCalled()
})
