// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCheckout } from '#proof/testing/page-checkouts.ts'
import { createPageBackend } from '#proof/testing/page-backend.ts'
import {
  AnswerMissing,
  CheckoutRefused,
  createCheckoutApi,
  isOutcomeUnknown,
} from './checkout-api.ts'

const problem = { code: 'session_expired', requestId: 'req_1' }

function apiThatGets(answer: Response | Error) {
  const fetch = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))
  return createCheckoutApi(fetch, 'reference', 'en')
}

function readFrom(answer: Response | Error) {
  return apiThatGets(answer).read(new AbortController().signal)
}

afterEach(() => vi.unstubAllGlobals())

describe('requests of the page', () => {
  it('go to its own origin, with its language and the CSRF header', async () => {
    const backend = createPageBackend(openCheckout)
    const api = createCheckoutApi(backend.fetch, 'a/b', 'pt-BR')
    await api.pay({ method: 'pix' }, 'key-1')
    const [post] = backend.posts()
    expect(post?.path).toBe('/api/checkout/a%2Fb/payments?locale=pt-BR')
    expect(Object.fromEntries(post?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      'x-checkout': '1',
    })
    expect(api.eventsUrl(7)).toBe('/api/checkout/a%2Fb/events?locale=pt-BR&afterVersion=7')
  })

  it('S-160: tell what issuers ask about the browser', async () => {
    vi.stubGlobal('screen', { colorDepth: 30, width: 390, height: 844, orientation: {} })
    vi.stubGlobal('navigator', { language: 'pt-BR', userAgent: 'not told here' })
    const backend = createPageBackend(openCheckout)
    await createCheckoutApi(backend.fetch, 'reference', 'en').pay({ method: 'pix' }, 'key-1')
    expect(backend.posts()[0]?.body).toEqual({
      method: 'pix',
      browser: {
        colorDepth: 30,
        screenWidth: 390,
        screenHeight: 844,
        timeZoneOffset: new Date().getTimezoneOffset(),
        javaEnabled: false,
        language: 'pt-BR',
      },
    })
  })

  it('return a well-formed session', async () => {
    expect(await readFrom(Response.json(openCheckout))).toEqual(openCheckout)
  })

  it('throw a refusal with its problem', async () => {
    await expect(readFrom(Response.json(problem, { status: 410 }))).rejects.toEqual(
      new CheckoutRefused(410, problem),
    )
  })

  it.each([
    ['a broken connection', new TypeError('Failed to fetch')],
    ['the page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a session without its parts', Response.json({ ...openCheckout, amount: 25990 })],
    ['a refusal without its parts', Response.json({ error: 'no' }, { status: 400 })],
  ])('R-40: do not take %s for an answer', async (_, answer) => {
    await expect(readFrom(answer)).rejects.toBeInstanceOf(AnswerMissing)
  })
})

describe('isOutcomeUnknown', () => {
  it.each([
    [new AnswerMissing('no answer'), true],
    [new CheckoutRefused(500, { ...problem, code: 'internal_error' }), true],
    [new CheckoutRefused(503, { ...problem, code: 'temporarily_unavailable' }), true],
    [new CheckoutRefused(409, { ...problem, code: 'idempotency_in_progress' }), true],
    [new CheckoutRefused(409, { ...problem, code: 'payment_in_progress' }), false],
    [new CheckoutRefused(422, { ...problem, code: 'validation_failed' }), false],
    [new Error('the card could not be encrypted'), false],
    [null, false],
  ])('%s: %s', (error, happened) => {
    expect(isOutcomeUnknown(error)).toBe(happened)
  })
})
