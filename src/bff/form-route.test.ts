import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '../client/index.ts'
import { openBff, ORIGIN, useStandInBuild } from './bff.fixture.ts'
import { exampleCheckout, examplePayment, REFERENCE } from './checkout.fixture.ts'

useStandInBuild()

const PAGE = `/c/${REFERENCE}`
const FORM = `${PAGE}?pay=pix`
const OTHER_REFERENCE = REFERENCE.replace('0', '1')
const FROM_PAGE = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
}
const TYPED = { email: 'ana@example.com' }
const livePix = {
  ...examplePayment,
  status: 'requires_action',
  method: 'pix',
  card: null,
  action: { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T17:12:00.000Z' },
} as const

function dataOf(html: string) {
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

function encode(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

/** The page's backend, with a browser that has opened the form. */
async function openForm(changes: Parameters<typeof openBff>[0] = {}, path = FORM) {
  const opened = openBff(changes)
  const answer = await opened.get(path)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { form } = dataOf(await answer.text())
  const token: string = form.token
  const send = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    opened.post(FORM, { ...FROM_PAGE, cookie, ...headers }, encode({ token, ...TYPED, ...fields }))
  return { ...opened, cookie, token, send }
}

function refusal(status: number, code: string, errors: { path: string }[] = []) {
  return new CheckoutError({
    status,
    code,
    detail: 'Inside of the API.',
    requestId: 'req_of_the_api',
    errors: errors.map(({ path }) => ({ path, code: 'invalid', message: 'is wrong' })),
    retryAfterSeconds: status === 429 ? 60 : null,
  })
}

describe('the form of those without script', () => {
  it('comes with a cookie only when it is asked for', async () => {
    const { get, checkout } = openBff()
    for (const search of ['', '?pay=', '?pay=card', '?pay=x', '?from=form']) {
      const answer = await get(PAGE + search)
      expect(answer.headers.has('set-cookie')).toBe(false)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(dataOf(await answer.text()).form).toBe(null)
    }
    checkout.read.mockResolvedValue(exampleCheckout({ paymentMethods: ['card'] }))
    expect((await get(FORM)).headers.has('set-cookie')).toBe(false)
    checkout.read.mockResolvedValue(exampleCheckout({ status: 'expired' }))
    expect((await get(FORM)).headers.has('set-cookie')).toBe(false)
  })

  it.each([
    ['https://pay.example', /^__Host-form-2f2dd3cd=[\w-]{43}; (.*); Secure$/],
    [ORIGIN, /^form-2f2dd3cd=[\w-]{43}; (.*)$/],
  ])('S-53 at %s has a strict cookie for half an hour', async (checkoutUrl, pattern) => {
    const answer = await openBff({ checkoutUrl }).get(FORM)
    const [, attributes] = pattern.exec(answer.headers.get('set-cookie') ?? '') ?? []
    expect(attributes).toBe('Max-Age=1800; Path=/; HttpOnly; SameSite=Strict')
  })

  it('S-54 gives each browser a cookie of its own, and keeps the one that it has', async () => {
    const { cookie, get } = await openForm()
    expect((await get(FORM)).headers.get('set-cookie')).not.toContain(cookie)
    expect((await get(FORM, { cookie })).headers.get('set-cookie')).toContain(cookie)
    const planted = `${cookie.split('=')[0]}=short`
    expect((await get(FORM, { cookie: planted })).headers.get('set-cookie')).not.toContain(planted)
  })

  it('pays, leads back to the page in its language, and makes the browser forget', async () => {
    const { checkout, cookie, post, token } = await openForm()
    const sent = encode({ token, ...TYPED })
    const answer = await post(`${FORM}&locale=es`, { ...FROM_PAGE, cookie }, sent)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${PAGE}?from=form&locale=es`)
    expect(answer.headers.get('set-cookie')).toMatch(/^form-2f2dd3cd=; Max-Age=0;/)
    expect(checkout.pay).toHaveBeenCalledExactlyOnceWith(
      REFERENCE,
      { method: 'pix', customer: TYPED, locale: 'es' },
      expect.objectContaining({ idempotencyKey: expect.stringMatching(/^form-[\w-]{43}$/) }),
    )
  })

  it('is one attempt however often its button is pressed, and another for another form', async () => {
    const { checkout, cookie, get, post, send } = await openForm()
    await Promise.all([send(), send()])
    const { form } = dataOf(await (await get(FORM, { cookie })).text())
    await post(FORM, { ...FROM_PAGE, cookie }, encode({ token: form.token, ...TYPED }))
    const keys = checkout.pay.mock.calls.map(([, , options]) => options?.idempotencyKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('replaces the attempt beside which it was shown, and no other', async () => {
    const { checkout, send } = await openForm()
    checkout.read.mockResolvedValue(exampleCheckout({ payment: livePix }))
    expect((await send()).status).toBe(303)
    expect((await send({ replaces: 'pay_0350qmKLMuJ9K1lrKhvHIz' })).status).toBe(303)
    expect((await send({ replaces: 'x' })).status).toBe(303)
    expect(checkout.pay).not.toHaveBeenCalled()
    expect((await send({ replaces: livePix.id })).status).toBe(303)
    const [call] = checkout.pay.mock.calls
    expect(call?.[1]).toMatchObject({ replacePaymentId: livePix.id })
  })

  it('comes back with what was typed when something in it is wrong', async () => {
    const { checkout, cookie, send } = await openForm()
    const answer = await send({ email: 'ana', name: '<b>Ana' })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('set-cookie')).not.toContain(cookie)
    const { form } = dataOf(await answer.text())
    expect(form).toMatchObject({
      method: 'pix',
      values: { email: 'ana', name: '<b>Ana' },
      problem: { code: 'validation_failed' },
    })
    expect(checkout.pay).not.toHaveBeenCalled()
  })

  it.each([
    [422, 'validation_failed', 422],
    [429, 'too_many_attempts', 429],
    [429, 'rate_limited', 429],
    [409, 'payment_in_progress', 303],
    [409, 'already_paid', 303],
    [410, 'session_expired', 303],
    [404, 'not_found', 303],
    [500, 'internal_error', 503],
    [401, 'invalid_api_key', 503],
  ])('answers a refusal of the API, %i %s, with %i', async (status, code, shown) => {
    const { checkout, send } = await openForm()
    checkout.pay.mockRejectedValue(refusal(status, code, [{ path: 'customer.email' }]))
    const answer = await send()
    expect(answer.status).toBe(shown)
    expect(answer.headers.get('retry-after')).toBe({ 429: '60', 503: '3' }[shown] ?? null)
    const html = await answer.text()
    expect(html).not.toMatch(/Inside of the API|req_of_the_api/)
    // The form comes back where the shopper can do something about it.
    const problem = expect.objectContaining({ code })
    const form = expect.objectContaining({ values: TYPED, problem })
    expect(html === '' ? null : dataOf(html).form).toEqual([422, 429].includes(shown) ? form : null)
  })

  it('says nothing of a failure when nobody knows whether it was paid', async () => {
    const { checkout, send, logged } = await openForm()
    checkout.pay.mockRejectedValue(new CheckoutConnectionError('time_out', 'No answer.'))
    const answer = await send()
    expect(answer.status).toBe(503)
    expect(dataOf(await answer.text())).toMatchObject({
      form: null,
      checkout: null,
      problem: { code: 'temporarily_unavailable' },
    })
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain(REFERENCE)
  })

  it('leads back to a page that has become another', async () => {
    const { checkout, send } = await openForm()
    checkout.read.mockResolvedValue(exampleCheckout({ status: 'complete' }))
    expect((await send()).status).toBe(303)
    expect(checkout.pay).not.toHaveBeenCalled()
  })

  it.each([
    ['a field that it has not', 'token=x&amount=1', 400],
    ['a field twice', 'token=x&email=a&email=b', 400],
    ['more than a form can be', `email=${'x'.repeat(65 * 1024)}`, 413],
  ])('refuses %s', async (_name, body, status) => {
    const { checkout, post, cookie } = await openForm()
    expect((await post(FORM, { ...FROM_PAGE, cookie }, body)).status).toBe(status)
    expect(checkout.pay).not.toHaveBeenCalled()
    expect(checkout.read).toHaveBeenCalledOnce()
  })

  it('of nothing is a designed 404', async () => {
    const { checkout, post } = openBff()
    const answer = await post('/c/x?pay=pix', FROM_PAGE, encode(TYPED))
    expect(answer.status).toBe(404)
    expect(dataOf(await answer.text())).toMatchObject({ problem: { code: 'not_found' } })
    expect(checkout.read).not.toHaveBeenCalled()
  })

  it('without a build says so', async () => {
    const { post } = openBff({ build: { kind: 'missing', directory: '/dist/sandbox' } })
    expect((await post(FORM, FROM_PAGE, encode(TYPED))).status).toBe(503)
  })
})

describe('S-52 a form', () => {
  const sites = ['same-origin', 'same-site', 'cross-site', 'none', undefined]
  const origins = [
    ORIGIN,
    'null',
    'https://evil.example',
    'http://localhost:4244',
    'http://localhost:4242.evil.example',
    undefined,
  ]
  const types = [
    'application/x-www-form-urlencoded',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]
  const pairs = sites.flatMap((site) => origins.map((origin) => ({ site, origin })))
  /** Written as a list, so that no rule of the code is written here a second time. */
  const ours = new Set([`same-origin ${ORIGIN}`, 'same-origin undefined', `undefined ${ORIGIN}`])

  it.each(pairs)('pays only from our own page: $site, $origin', async ({ site, origin }) => {
    const isOurs = ours.has(`${site} ${origin}`)
    for (const type of types) {
      for (const hasToken of [true, false]) {
        const { checkout, cookie, post, token } = await openForm()
        const headers = {
          cookie,
          'content-type': type,
          ...(site !== undefined && { 'sec-fetch-site': site }),
          ...(origin !== undefined && { origin }),
        }
        const answer = await post(FORM, headers, encode({ ...TYPED, ...(hasToken && { token }) }))
        const isForm = type === types[0]
        const expected = !isOurs ? 403 : !isForm ? 415 : hasToken ? 303 : 403
        expect(answer.status).toBe(expected)
        expect(checkout.pay).toHaveBeenCalledTimes(expected === 303 ? 1 : 0)
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
    }
  })

  it('from elsewhere is refused before anything is read', async () => {
    const { checkout, send } = await openForm()
    expect((await send({}, { origin: 'null' })).status).toBe(403)
    expect(checkout.read).toHaveBeenCalledOnce()
  })

  it.each([
    ['without its cookie', async () => ({ cookie: '' })],
    ['with the cookie of another browser', async () => ({ cookie: (await openForm()).cookie })],
    ['with a token of another browser', async () => ({ token: (await openForm()).token })],
    [
      'with a token of another session, under the same secret',
      async (cookie: string) => {
        const path = `/c/${OTHER_REFERENCE}?pay=pix`
        const other = await openBff().get(path)
        const name = other.headers.get('set-cookie')?.split('=')[0]
        const again = await openBff().get(path, { cookie: `${name}=${cookie.split('=')[1]}` })
        return { token: dataOf(await again.text()).form.token }
      },
    ],
    [
      'with a token that was changed',
      async () => ({ token: `1.${'a'.repeat(22)}.${'a'.repeat(43)}` }),
    ],
    ['with no token at all', async () => ({ token: '' })],
  ])('%s comes back to be pressed again, with what was typed', async (_name, change) => {
    const { checkout, cookie, post, token } = await openForm()
    const changed: { cookie?: string; token?: string } = await change(cookie)
    const answer = await post(
      FORM,
      { ...FROM_PAGE, cookie: changed.cookie ?? cookie },
      encode({ ...TYPED, token: changed.token ?? token }),
    )
    expect(answer.status).toBe(403)
    expect(checkout.pay).not.toHaveBeenCalled()
    const { form } = dataOf(await answer.text())
    expect(form).toMatchObject({ values: TYPED, problem: { code: 'form_stale' } })
    const fresh = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await post(
      FORM,
      { ...FROM_PAGE, cookie: fresh },
      encode({ ...TYPED, token: form.token }),
    )
    expect(again.status).toBe(303)
  })

  it('is good for half an hour', async () => {
    let now = Date.parse('2026-11-20T16:00:00Z')
    const { send } = await openForm({ clock: () => new Date(now) })
    now += 30 * 60_000
    expect((await send()).status).toBe(303)
    now += 1_000
    expect((await send()).status).toBe(403)
    now -= 31 * 60_000
    expect((await send()).status).toBe(403)
  })
})

describe('a page that waits', () => {
  it('asks again by itself for those without script, as long as it waits', async () => {
    const { get, checkout } = openBff()
    expect(await (await get(PAGE)).text()).not.toContain('http-equiv')
    checkout.read.mockResolvedValue(exampleCheckout({ payment: livePix }))
    const html = await (await get(PAGE)).text()
    expect(html).toContain(
      '<noscript><meta http-equiv="refresh" content="15;url=?from=form"></noscript>\n</head>',
    )
    expect(dataOf(html).payBy).toContain('2:12')
  })
})
