import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '#client/index.ts'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, examplePayment, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import {
  dataOf,
  encode,
  FORM,
  FROM_PAGE,
  openForm,
  PAGE,
  TYPED,
} from '#proof/testing/page/form.fixture.ts'

useStandInBuild()

const livePix = {
  ...examplePayment,
  status: 'requires_action',
  method: 'pix',
  card: null,
  action: { type: 'pix', brCode: '000201', expiresAt: '2026-11-20T17:12:00.000Z' },
} as const

function refusal(status: number, code: string, errors: { path: string }[] = []) {
  return new CheckoutError({
    status,
    code,
    detail: 'Inside of the API.',
    requestId: 'req_of_the_api',
    errors: errors.map(({ path }) => ({ path, pointer: '', code: 'invalid', message: 'is wrong' })),
    retryAfterSeconds: status === 429 ? 60 : null,
  })
}

describe('the form without script', () => {
  it('sets a cookie only when the form is requested', async () => {
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

  it('pays, redirects to the page in its language, and expires the cookie', async () => {
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

  it('is one payment however often it is submitted, and another form another payment', async () => {
    const { checkout, cookie, get, post, send } = await openForm()
    await Promise.all([send(), send()])
    const { form } = dataOf(await (await get(FORM, { cookie })).text())
    await post(FORM, { ...FROM_PAGE, cookie }, encode({ token: form.token, ...TYPED }))
    const keys = checkout.pay.mock.calls.map(([, , options]) => options?.idempotencyKey)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('replaces the payment that was live when it was shown, and no other', async () => {
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

  it('is shown again with its values when one is invalid', async () => {
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
    // The form is shown again only where the shopper can do something about the problem.
    const problem = expect.objectContaining({ code })
    const form = expect.objectContaining({ values: TYPED, problem })
    expect(html === '' ? null : dataOf(html).form).toEqual([422, 429].includes(shown) ? form : null)
  })

  it('R-48: is shown again with its values while payments are refused', async () => {
    const { checkout, send } = await openForm()
    checkout.pay.mockRejectedValue(refusal(503, 'payments_unavailable'))
    const answer = await send()
    expect(answer.status).toBe(503)
    expect(dataOf(await answer.text()).form).toMatchObject({
      values: TYPED,
      problem: { code: 'payments_unavailable' },
    })
  })

  it('reports no failure while the outcome is unknown', async () => {
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

  it('redirects to the page when the session has changed', async () => {
    const { checkout, send } = await openForm()
    checkout.read.mockResolvedValue(exampleCheckout({ status: 'complete' }))
    expect((await send()).status).toBe(303)
    expect(checkout.pay).not.toHaveBeenCalled()
  })

  it.each([
    ['an unknown field', 'token=x&amount=1', 400],
    ['a field twice', 'token=x&email=a&email=b', 400],
    ['an oversized form', `email=${'x'.repeat(65 * 1024)}`, 413],
  ])('refuses %s', async (_name, body, status) => {
    const { checkout, post, cookie } = await openForm()
    expect((await post(FORM, { ...FROM_PAGE, cookie }, body)).status).toBe(status)
    expect(checkout.pay).not.toHaveBeenCalled()
    expect(checkout.read).toHaveBeenCalledOnce()
  })

  it('404 with a page for an unknown session', async () => {
    const { checkout, post } = openBff()
    const answer = await post('/c/x?pay=pix', FROM_PAGE, encode(TYPED))
    expect(answer.status).toBe(404)
    expect(dataOf(await answer.text())).toMatchObject({ problem: { code: 'not_found' } })
    expect(checkout.read).not.toHaveBeenCalled()
  })

  it('503 without a build', async () => {
    const { post } = openBff({ build: { kind: 'missing', directory: '/dist/sandbox' } })
    expect((await post(FORM, FROM_PAGE, encode(TYPED))).status).toBe(503)
  })
})

describe('a page that waits for an outcome', () => {
  it('refreshes itself without script, while it waits', async () => {
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
