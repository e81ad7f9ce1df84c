import { beforeAll, describe, expect, it } from 'vitest'
import { EnvironmentName } from '#contract/environment.ts'
import { encodeComposition } from '#domain/composition-code.ts'
import { openBff, OWN_PAGE, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

/** Every route of the page's backend, with a sample path: an unlisted route fails. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  'GET /': '/',
  'GET /c/:reference': `/c/${REFERENCE}`,
  'POST /c/:reference': `/c/${REFERENCE}`,
  'GET /c/:reference/': `/c/${REFERENCE}/`,
  'POST /c/:reference/': `/c/${REFERENCE}/`,
  'GET /c/:reference/challenge-return': `/c/${REFERENCE}/challenge-return`,
  'POST /c/:reference/challenge-return': `/c/${REFERENCE}/challenge-return`,
  'GET /c/:reference/boleto.pdf': `/c/${REFERENCE}/boleto.pdf`,
  'GET /api/checkout/:reference': `/api/checkout/${REFERENCE}`,
  'GET /api/checkout/:reference/events': `/api/checkout/${REFERENCE}/events`,
  'POST /api/checkout/:reference/payments': `/api/checkout/${REFERENCE}/payments`,
  'POST /api/checkout/:reference/payments/:id/action': `/api/checkout/${REFERENCE}/payments/x/action`,
  'POST /api/checkout/:reference/cancel': `/api/checkout/${REFERENCE}/cancel`,
  'GET /api/checkout/:reference/images/:name': `/api/checkout/${REFERENCE}/images/logo`,
  'GET /api/checkout/:reference/postal-codes/:cep': `/api/checkout/${REFERENCE}/postal-codes/01310100`,
  'POST /reports': '/reports',
  'GET /assets/*': '/assets/entry-1a2b.js',
  'GET /favicon.svg': '/favicon.svg',
  'GET /robots.txt': '/robots.txt',
  'GET /.well-known/security.txt': '/.well-known/security.txt',
}
const PREVIEW = ':reference{preview\\.[^/]+}'
const CODE = '{code}'
const OPEN = `preview.open.${CODE}`
const IN_SANDBOX: Readonly<Record<string, string>> = {
  'POST /api/checkout/:reference/simulate': `/api/checkout/${REFERENCE}/simulate`,
  'GET /api/sandbox/test-cards': '/api/sandbox/test-cards',
  'GET /preview': '/preview',
  'GET /preview/away': '/preview/away',
  'GET /workshop/assets/:name': '/workshop/assets/entry-7a8b.js',
  [`GET /c/${PREVIEW}`]: `/c/${OPEN}`,
  [`GET /c/${PREVIEW}/boleto.pdf`]: `/c/preview.boleto.${CODE}/boleto.pdf`,
  [`GET /api/checkout/${PREVIEW}`]: `/api/checkout/${OPEN}`,
  [`GET /api/checkout/${PREVIEW}/events`]: `/api/checkout/${OPEN}/events`,
  [`POST /api/checkout/${PREVIEW}/payments`]: `/api/checkout/${OPEN}/payments`,
  [`POST /api/checkout/${PREVIEW}/payments/:id/action`]: `/api/checkout/${OPEN}/payments/x/action`,
  [`POST /api/checkout/${PREVIEW}/cancel`]: `/api/checkout/${OPEN}/cancel`,
  [`POST /api/checkout/${PREVIEW}/simulate`]: `/api/checkout/${OPEN}/simulate`,
  [`GET /api/checkout/${PREVIEW}/images/:name`]: `/api/checkout/${OPEN}/images/logo`,
  'GET /api/preview/:code': `/api/preview/${CODE}`,
}

const ENVIRONMENTS = { sandbox: { ...EVERYWHERE, ...IN_SANDBOX }, production: EVERYWHERE }

/** Headers of every response, at https. */
const ALWAYS: Readonly<Record<string, unknown>> = {
  'cache-control': expect.stringMatching(/./),
  'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('payment=(self)'),
  'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-frame-options': expect.stringMatching(/^(DENY|SAMEORIGIN)$/),
  'x-request-id': expect.stringMatching(/^req_/),
}
/** Headers of some responses. */
const SOMETIMES = [
  'content-disposition',
  'content-type',
  'location',
  'retry-after',
  'set-cookie',
  'vary',
  'x-accel-buffering',
]

/** Only after signing out. */
const SIGNED_OUT = { 'clear-site-data': '"cache", "storage"' }

/** Types of responses that concern a shopper; a response without content counts, too. */
const NEVER_KEPT = /^(text\/html|application\/json|application\/pdf|text\/event-stream)/

let code: string
beforeAll(async () => {
  const session = { currency: 'BRL', amount: 25_990 }
  code = (await encodeComposition({ merchant: { name: 'Loja', country: 'BR' }, session })) ?? ''
})

describe.each(Object.entries(ENVIRONMENTS))('S-40: in %s', (environment, table) => {
  const open = () =>
    openBff({
      environment: EnvironmentName.parse(environment),
      checkoutUrl: 'https://pay.example',
      securityContact: 'mailto:a@b.example',
    })

  it('the list has exactly the registered routes', () => {
    const routes = open().bff.routes.map(({ method, path }) => `${method} ${path}`)
    expect(routes.toSorted()).toEqual(Object.keys(table).toSorted())
  })

  it.each([...Object.entries(table), ['an unknown path', '/nothing']])(
    '%s has these headers, for valid and invalid requests',
    async (_route, address) => {
      const path = address.replace(CODE, code)
      const { get, post, bff } = open()
      const requests = [
        get(path),
        get(path, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
        post(path, { ...OWN_PAGE, origin: 'https://pay.example' }),
        post(path, {}),
        post(path, { ...OWN_PAGE, origin: 'https://pay.example' }, '{'),
      ]
      for (const { headers, status } of await Promise.all(requests)) {
        const signsOut = status === 200 && path.endsWith('/sign-out')
        const rest = [...headers].filter(([name]) => !SOMETIMES.includes(name))
        expect(Object.fromEntries(rest)).toEqual({ ...ALWAYS, ...(signsOut && SIGNED_OUT) })
        const isNeverKept = NEVER_KEPT.test(headers.get('content-type') ?? 'application/json')
        expect(/^no-store(, no-transform)?$/.test(headers.get('cache-control') ?? '')).toBe(
          isNeverKept,
        )
      }
      bff.close()
    },
  )
})
