import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '#client/index.ts'
import { ShopperBrowser } from '#contract/checkout.ts'
import { PageCheckout, PageProblem } from '#contract/page.ts'
import { openBff, ORIGIN, OWN_PAGE, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, PAYMENT_ID, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { BODY_TYPES, SENDERS, senderHeaders } from '#proof/testing/page/other-sites.fixture.ts'

useStandInBuild()

const BASE = `/api/checkout/${REFERENCE}`
const body = JSON.stringify({ method: 'pix', customer: { email: 'ana@example.com' } })

// tests guard: null-origin

describe('the calls of the page', () => {
  it('read the session in the language of the page', async () => {
    const { get, checkout } = openBff()
    const answer = await get(`${BASE}?locale=pt-BR`)
    expect(answer.status).toBe(200)
    const page = PageCheckout.parse(await answer.json())
    expect(page.amount.text).toBe('R$\u00a0259,90')
    expect(checkout.read).toHaveBeenCalledWith(REFERENCE, { timeoutMs: 4000 })
  })

  it("pay with the page's idempotency key and language", async () => {
    const { post, checkout } = openBff()
    const answer = await post(`${BASE}/payments?locale=es`, OWN_PAGE, body)
    expect(PageCheckout.safeParse(await answer.json()).success).toBe(true)
    expect(checkout.pay).toHaveBeenCalledExactlyOnceWith(
      REFERENCE,
      { ...JSON.parse(body), locale: 'es', browser: expect.any(Object) },
      { idempotencyKey: 'press-1', timeoutMs: 13_000 },
    )
  })

  it('S-135: pay with the network of the connection, whatever the browser names', async () => {
    const { bff, checkout } = openBff()
    const named = JSON.stringify({ ...JSON.parse(body), shopperNetwork: '203.0.113.9' })
    for (const address of ['192.0.2.1', '2001:db8:0:1::7', '10.0.0.1', undefined]) {
      const request = new Request(`${ORIGIN}${BASE}/payments`, {
        method: 'POST',
        headers: OWN_PAGE,
        body: named,
      })
      await bff.fetch(request, address === undefined ? undefined : { address })
    }
    const networks = checkout.pay.mock.calls.map(([, payment]) => payment.shopperNetwork)
    expect(networks).toEqual(['192.0.2.1', '2001:db8:0:1::/64', undefined, undefined])
  })

  describe('S-160: tell what issuers ask about the browser', () => {
    const SHOWN = { 'user-agent': 'Browser/1', accept: '*/*' }
    const told = {
      colorDepth: 30,
      screenWidth: 390,
      screenHeight: 844,
      timeZoneOffset: 180,
      javaEnabled: true,
      language: 'pt-PT',
    }
    const browserOf = async (
      browser: unknown,
      { address = '192.0.2.1', headers = SHOWN }: { address?: string; headers?: object } = {},
    ) => {
      const { bff, checkout } = openBff()
      const request = new Request(`${ORIGIN}${BASE}/payments?locale=es`, {
        method: 'POST',
        headers: { ...OWN_PAGE, ...headers },
        body: JSON.stringify({ ...JSON.parse(body), browser }),
      })
      await bff.fetch(request, { address })
      const sent = checkout.pay.mock.calls[0]?.[1].browser
      expect(ShopperBrowser.safeParse(sent).success).toBe(true)
      return sent
    }
    const shown = { ip: '192.0.2.1', userAgent: 'Browser/1', accept: '*/*' }

    it('as the page tells it, with what the request shows', async () => {
      expect(await browserOf(told)).toEqual({ ...told, ...shown })
    })

    it('and nothing of the request that the page tells otherwise', async () => {
      const forged = { ...told, ip: '203.0.113.9', userAgent: 'Forged', accept: 'forged', more: 1 }
      expect(await browserOf(forged)).toEqual({ ...told, ...shown })
    })

    const usual = {
      colorDepth: 24,
      screenWidth: 1280,
      screenHeight: 720,
      timeZoneOffset: 0,
      javaEnabled: false,
      language: 'es',
    }

    it.each([undefined, null, 'a text', [], {}])(
      'as most browsers are where the page, such as an older one, tells %j',
      async (nothing) => {
        expect(await browserOf(nothing)).toEqual({ ...usual, ...shown })
      },
    )

    it('and what no browser is, as most are: the payment goes on', async () => {
      const odd = {
        colorDepth: 49,
        screenWidth: -1,
        screenHeight: 0.5,
        timeZoneOffset: 901,
        javaEnabled: 'no',
        language: 'C@posix',
      }
      expect(await browserOf(odd)).toEqual({ ...usual, ...shown })
    })

    it('without an address that is none, and long headers cut', async () => {
      const headers = { 'user-agent': 'x'.repeat(600), accept: 'y'.repeat(600) }
      expect(await browserOf(told, { address: 'unreadable', headers })).toEqual({
        ...told,
        userAgent: 'x'.repeat(512),
        accept: 'y'.repeat(512),
      })
    })
  })

  it('add no language to a request without one, and pass on a body that is no object', async () => {
    const { post, checkout } = openBff()
    await post(`${BASE}/payments`, OWN_PAGE, body)
    await post(`${BASE}/payments?locale=es`, OWN_PAGE, '[1]')
    const sent = checkout.pay.mock.calls.map(([, payment]) => payment)
    expect(sent).toEqual([{ ...JSON.parse(body), browser: expect.any(Object) }, [1]])
  })

  it('ask for the result of a challenge, and go back', async () => {
    const { post, checkout } = openBff()
    expect((await post(`${BASE}/payments/${PAYMENT_ID}/action`)).status).toBe(200)
    expect(checkout.completeAction).toHaveBeenCalledWith(REFERENCE, PAYMENT_ID, expect.anything())
    expect((await post(`${BASE}/cancel`)).status).toBe(200)
    expect(checkout.cancel).toHaveBeenCalledWith(REFERENCE, expect.anything())
  })

  it('simulate an outcome, from our own page only', async () => {
    const { post, checkout } = openBff()
    const outcome = { outcome: 'decline', declineCode: 'lost_card' }
    const answer = await post(`${BASE}/simulate?locale=es`, OWN_PAGE, JSON.stringify(outcome))
    expect(PageCheckout.safeParse(await answer.json()).success).toBe(true)
    expect(checkout.simulate).toHaveBeenCalledWith(REFERENCE, outcome, expect.anything())
    const elsewhere = { ...OWN_PAGE, origin: 'https://evil.example' }
    expect((await post(`${BASE}/simulate`, elsewhere, JSON.stringify(outcome))).status).toBe(403)
    expect(checkout.simulate).toHaveBeenCalledTimes(1)
  })

  it('simulate nothing in production', async () => {
    const build = { kind: 'missing', directory: 'dist' } as const
    const { post, checkout } = openBff({ environment: 'production', build })
    expect((await post(`${BASE}/simulate`, OWN_PAGE, '{"outcome":"pay"}')).status).toBe(404)
    expect(checkout.simulate).not.toHaveBeenCalled()
  })

  it.each([
    ['/api/checkout/x', 'GET'],
    [`/api/checkout/x/payments`, 'POST'],
    [`${BASE}/payments/x/action`, 'POST'],
    [`${BASE}/refunds`, 'POST'],
    [`${BASE}/payments`, 'GET'],
  ])('%s by %s does not exist', async (path, method) => {
    const { get, post, checkout } = openBff()
    const answer = await (method === 'GET' ? get(path) : post(path))
    expect(answer.status).toBe(404)
    expect(PageProblem.parse(await answer.json()).code).toBe('not_found')
    for (const call of Object.values(checkout)) expect(call).not.toHaveBeenCalled()
  })

  it.each([
    ['no key', { ...OWN_PAGE, 'idempotency-key': '' }, body, 400, 'invalid_idempotency_key'],
    [
      'a long key',
      { ...OWN_PAGE, 'idempotency-key': 'x'.repeat(256) },
      body,
      400,
      'invalid_idempotency_key',
    ],
    ['no JSON', OWN_PAGE, '{', 400, 'malformed_json'],
    [
      'a form',
      { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' },
      'a=b',
      415,
      'unsupported_media_type',
    ],
    ['a text', { ...OWN_PAGE, 'content-type': 'text/plain' }, body, 415, 'unsupported_media_type'],
    ['a large body', OWN_PAGE, JSON.stringify('x'.repeat(64 * 1024)), 413, 'body_too_large'],
  ])('refuse %s', async (_name, headers, body, status, code) => {
    const { post, checkout } = openBff()
    const answer = await post(`${BASE}/payments`, headers, body)
    expect(answer.status).toBe(status)
    expect(PageProblem.parse(await answer.json()).code).toBe(code)
    expect(checkout.pay).not.toHaveBeenCalled()
  })

  it('refuse an endless body', async () => {
    const { bff } = openBff()
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(16 * 1024)),
    })
    const request = new Request(`${ORIGIN}${BASE}/payments`, {
      method: 'POST',
      headers: OWN_PAGE,
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect((await bff.fetch(request)).status).toBe(413)
  })
})

describe('a refusal of the API', () => {
  const errors = [
    {
      path: 'customer.email',
      pointer: '#/customer/email',
      code: 'required',
      message: 'is required',
    },
  ]

  it.each([
    [404, 'not_found', 404, 'not_found'],
    [409, 'payment_in_progress', 409, 'payment_in_progress'],
    [409, 'idempotency_in_progress', 409, 'idempotency_in_progress'],
    [410, 'session_expired', 410, 'session_expired'],
    [422, 'validation_failed', 422, 'validation_failed'],
    [429, 'too_many_attempts', 429, 'too_many_attempts'],
    [401, 'invalid_api_key', 503, 'temporarily_unavailable'],
    [403, 'insufficient_scope', 503, 'temporarily_unavailable'],
    [500, 'internal_error', 503, 'temporarily_unavailable'],
    [503, 'temporarily_unavailable', 503, 'temporarily_unavailable'],
  ])('of %i %s reaches the page as %i %s', async (status, code, shownStatus, shownCode) => {
    const { post, checkout } = openBff()
    checkout.pay.mockRejectedValue(
      new CheckoutError({
        status,
        code,
        detail: 'Inside of the API.',
        requestId: 'req_of_the_api',
        errors: status === 422 ? errors : [],
        retryAfterSeconds: status === 429 ? 60 : null,
      }),
    )
    const answer = await post(`${BASE}/payments`, OWN_PAGE, body)
    const waits = status === 429 ? 60 : shownStatus === 503 ? 3 : null
    expect(answer.status).toBe(shownStatus)
    expect(await answer.json()).toEqual({
      code: shownCode,
      requestId: answer.headers.get('x-request-id'),
      ...(status === 422 && { errors }),
      ...(waits !== null && { retryAfterSeconds: waits }),
    })
    expect(answer.headers.get('retry-after')).toBe(waits && String(waits))
  })

  it('R-48: passes on that no payment was made, and when to retry', async () => {
    const { post, checkout } = openBff()
    checkout.pay.mockRejectedValue(
      new CheckoutError({
        status: 503,
        code: 'payments_unavailable',
        detail: 'Inside of the API.',
        requestId: 'req_of_the_api',
        errors: [],
        retryAfterSeconds: 20,
      }),
    )
    const answer = await post(`${BASE}/payments`, OWN_PAGE, body)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('20')
    expect(await answer.json()).toEqual({
      code: 'payments_unavailable',
      requestId: answer.headers.get('x-request-id'),
      retryAfterSeconds: 20,
    })
    expect(checkout.pay).toHaveBeenCalledTimes(1)
  })

  it('is 503 when there is none', async () => {
    const { post, checkout } = openBff()
    checkout.pay.mockRejectedValue(new CheckoutConnectionError('unreachable', 'No answer.'))
    expect((await post(`${BASE}/payments`, OWN_PAGE, body)).status).toBe(503)
  })

  it('S-33 is 500 on our own error, without details', async () => {
    const { get, checkout, logged } = openBff()
    checkout.read.mockRejectedValue(new RangeError('an inner thing'))
    const answer = await get(BASE)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('inner')
    expect(logged.join()).toContain('an inner thing')
  })
})

describe('S-55 the log', () => {
  it('never contains a reference, only its trace', async () => {
    const { get, post, checkout, logged } = openBff()
    const broken = new CheckoutConnectionError('unreachable', 'No answer.')
    checkout.read.mockRejectedValue(broken)
    checkout.pay.mockRejectedValue(broken)
    await get(`/c/${REFERENCE}`)
    await get(BASE)
    await get(`${BASE}/events`)
    await post(`${BASE}/payments`, OWN_PAGE, body)
    expect(logged).toHaveLength(4)
    for (const line of logged) {
      expect(line).not.toContain(REFERENCE)
      expect(line).toContain('"reference":"2f2dd3cd"')
    }
  })
})

describe('S-52 a page', () => {
  it.each(SENDERS)('pays only as our own page: $site, $origin', async (sender) => {
    const { isOurs } = sender
    for (const type of BODY_TYPES) {
      for (const own of ['1', undefined]) {
        const { post, checkout } = openBff()
        const answer = await post(
          `${BASE}/payments`,
          {
            'idempotency-key': 'press-1',
            'content-type': type,
            ...senderHeaders(sender),
            ...(own !== undefined && { 'x-checkout': own }),
          },
          body,
        )
        const known = isOurs && own === '1'
        const expected = known ? (type === 'application/json' ? 200 : 415) : 403
        expect(answer.status).toBe(expected)
        expect(checkout.pay).toHaveBeenCalledTimes(expected === 200 ? 1 : 0)
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
    }
  })

  it.each(['cross-site', 'same-site'])('of another site cannot read (%s)', async (site) => {
    const { get, checkout } = openBff()
    expect((await get(BASE, { 'sec-fetch-site': site })).status).toBe(403)
    expect((await get(`${BASE}/events`, { 'sec-fetch-site': site })).status).toBe(403)
    expect(checkout.read).not.toHaveBeenCalled()
  })

  it('of another site may link here', async () => {
    const { get } = openBff()
    expect((await get(`/c/${REFERENCE}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })
})

it('passes on every state of a session', async () => {
  const { get, checkout } = openBff()
  for (const status of ['open', 'complete', 'canceled', 'expired'] as const) {
    checkout.read.mockResolvedValue(exampleCheckout({ status }))
    expect(await (await get(BASE)).json()).toMatchObject({ status })
  }
})
