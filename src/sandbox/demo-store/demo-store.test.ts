import { describe, expect, it } from 'vitest'
import { MERCHANT_ID } from '#proof/testing/client/session.fixture.ts'
import { CATALOG } from './catalog.ts'
import { openStore, STORE } from '#proof/testing/sandbox/store.fixture.ts'
import { ADYEN_TEST_CARDS } from '../test-cards/processor-test-cards.ts'

describe('the shelf', () => {
  it('sells every product with a plain form', async () => {
    const page = await openStore().text('/')
    for (const product of CATALOG) {
      expect(page).toContain(product.name)
      expect(page).toContain(`value="${product.slug}"`)
    }
    // The payment page formats the amount in the same way in the store's language.
    expect(page).toContain('R$259.90')
  })

  it('has a page and a picture for each', async () => {
    const { get, text } = openStore()
    for (const { slug, variants } of CATALOG) {
      const page = await text(`/products/${slug}`)
      for (const variant of variants) expect(page).toContain(`value="${variant}"`)
      const picture = await get(`/assets/${slug}.svg`)
      expect(picture.headers.get('content-type')).toContain('image/svg+xml')
      const small = await get(`/assets/${slug}.webp`)
      expect(small.headers.get('content-type')).toBe('image/webp')
    }
    expect((await get('/assets/logo.png')).headers.get('content-type')).toBe('image/png')
  })

  it('names the test cards of the processor that takes cards', async () => {
    const path = '/products/beach-towel'
    const simulated = await openStore().text(path)
    expect(simulated).toContain('<code>4242 4242 4242 4242</code> pays')
    expect(simulated).toContain('<code>4000 0000 0000 0002</code> is declined')
    const page = await openStore({ cards: ADYEN_TEST_CARDS }).text(path)
    expect(page).toContain('<code>4111 1111 1111 1111</code> pays')
    expect(page).toContain('with the name <code>DECLINED</code> is declined')
    expect(page).not.toContain('4242')
  })

  it.each([
    '/products/hat',
    '/orders/V-0',
    '/assets/order.ts',
    '/assets/..%2forder.ts',
    '/nothing',
  ])('has no %s', async (path) => {
    expect((await openStore().get(path)).status).toBe(404)
  })
})

describe('POST /orders', () => {
  it('creates a session and redirects the shopper to it', async () => {
    const { post, bodies, sessions } = openStore()
    const answer = await post('/orders', {
      product: 'beach-towel',
      variant: 'Sea stripe',
      quantity: '2',
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:4242/c/${'0'.repeat(32)}1`)
    expect([...sessions.keys()]).toEqual(['V-111111111111'])
    expect(bodies).toEqual([
      {
        merchantId: MERCHANT_ID,
        currency: 'BRL',
        amount: 23800,
        lineItems: [
          {
            name: 'Beach towel',
            description: 'Sea stripe',
            quantity: 2,
            unitAmount: 11900,
            imageUrl: `${STORE}/assets/beach-towel.webp`,
          },
        ],
        orderReference: 'V-111111111111',
        locale: 'auto',
        paymentMethods: ['card', 'pix', 'boleto'],
        installments: {
          max: 12,
          minimumPerInstallment: 500,
          interestFree: 3,
          monthlyInterestBasisPoints: 199,
        },
        successUrl: `${STORE}/orders/V-111111111111`,
        cancelUrl: `${STORE}/orders/V-111111111111`,
      },
    ])
  })

  it.each([
    ['no product', {}],
    ['a product that it does not sell', { product: 'hat' }],
    ['a variant that it does not sell', { product: 'linen-shirt', variant: 'Huge' }],
    ['none', { product: 'linen-shirt', quantity: '0' }],
    ['too many', { product: 'linen-shirt', quantity: '6' }],
  ])('refuses %s', async (_name, form) => {
    const { post, sessions } = openStore()
    expect((await post('/orders', form as Record<string, string>)).status).toBe(422)
    expect(sessions.size).toBe(0)
  })

  it('shows that the checkout does not respond', async () => {
    const { post, logged } = openStore({ broken: true })
    const answer = await post('/orders', { product: 'linen-shirt' })
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('Nothing was charged')
    expect(logged).toEqual(['demo store: No answer from http://localhost:4243: fetch failed.'])
  })
})

describe('every response', () => {
  const paths = ['/', '/products/linen-shirt', '/orders/V-0', '/orders/V-0/version', '/nothing']
  it.each([...paths, '/assets/waiting.js', '/given-out/cs_0'])(
    'S-40: of %s has exactly these headers',
    async (path) => {
      const { headers } = await openStore().get(path)
      headers.delete('content-type')
      expect(Object.fromEntries(headers)).toEqual({
        'cache-control': path.startsWith('/assets') ? 'public, max-age=300' : 'no-store',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'sha384-[\w+/]{64}'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self' http:\/\/localhost:4242; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
        ),
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/\bpayment=\(\)/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    },
  )

  it('reflects no HTML of a request', async () => {
    const { text, buy } = openStore()
    const { page } = await buy()
    expect(await text(`${page}?session_id=<script>alert(1)</script>`)).not.toContain(
      '<script>alert',
    )
  })
})
