import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

/** A body with `text` in the named place. */
const PLACES: Record<string, (text: string) => object> = {
  'lineItems.0.name': (name) => ({ lineItems: [{ name, quantity: 1, unitAmount: 1 }] }),
  'lineItems.0.description': (description) => ({
    lineItems: [{ name: 'x', quantity: 1, unitAmount: 1, description }],
  }),
  'lineItems.0.imageUrl': (text) => ({
    lineItems: [{ name: 'x', quantity: 1, unitAmount: 1, imageUrl: `https://a.example/${text}` }],
  }),
  'shipping.label': (label) => ({ shipping: { label, amount: 0 }, amount: 1 }),
  orderReference: (orderReference) => ({ orderReference, amount: 1 }),
  description: (description) => ({ description, amount: 1 }),
  'customer.name': (name) => ({ customer: { name }, amount: 1 }),
  'customer.email': (text) => ({ customer: { email: `a${text}@b.example` }, amount: 1 }),
  'customer.phone': (text) => ({ customer: { phone: `+5511${text}998765432` }, amount: 1 }),
  'customer.taxId': (text) => ({ customer: { taxId: `529.982.247-25${text}` }, amount: 1 }),
  'customer.billingAddress.city': (city) => ({
    customer: { billingAddress: { line1: 'a', city, postalCode: '1', country: 'BR' } },
    amount: 1,
  }),
  locale: (text) => ({ locale: `pt-BR${text}`, amount: 1 }),
  'metadata.k': (k) => ({ metadata: { k }, amount: 1 }),
}

/** Of another rule than that of names. */
const UNLIKE_NAMES = new Set([
  'lineItems.0.imageUrl',
  'customer.email',
  'customer.phone',
  'customer.taxId',
  'locale',
  'metadata.k',
])

// tests guard: unsafe-controls

describe('POST /v1/sessions: text', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const post = (changes: object) =>
    api.merchant.post('/v1/sessions', { merchantId: api.merchant.id, ...changes })

  describe.each(Object.keys(PLACES))('%s', (path) => {
    it.each([
      ['NUL', 'a\u0000b'],
      ['a high surrogate alone', 'a\ud83d'],
      ['a low surrogate alone', '\ude00a'],
    ])('S-21: refuses %s, which the database could not store', async (_, text) => {
      const problem = (await post(PLACES[path]?.(text) ?? {})).problem()
      expect(problem.code).toBe('validation_failed')
      expect(problem.errors?.map((error) => error.path)).toEqual([path])
    })
  })

  it.each([
    'lineItems.0.name',
    'shipping.label',
    'orderReference',
    'description',
    'customer.name',
    'metadata.k',
  ])('S-124: refuses C1 controls and bidirectional overrides in %s', async (path) => {
    for (const character of [
      '\u0080',
      '\u0085',
      '\u009b',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
    ]) {
      const problem = (await post(PLACES[path]?.(`a${character}b`) ?? {})).problem()
      expect(problem.code).toBe('validation_failed')
      expect(problem.errors?.map((error) => error.path)).toEqual([path])
    }
  })

  it('S-124: refuses them in a key of metadata, and lists no session by them', async () => {
    for (const key of ['a\u0085b', 'a\u202eb', 'a\u2069b', 'a\u001bb']) {
      const problem = (await post({ metadata: { [key]: 'v' }, amount: 1 })).problem()
      expect(problem.errors).toMatchObject([
        { code: 'invalid_key', message: 'its name must not contain control characters' },
      ])
    }
    const value = encodeURIComponent('a\u202eb')
    const refused = (await api.merchant.get(`/v1/sessions?metadata[k]=${value}`)).problem()
    expect(refused.errors).toMatchObject([{ path: 'metadata.k', code: 'invalid_characters' }])
  })

  const INVISIBLE = ['\u200b', '\u200d\u2060', '\u00ad', '\u3164', '\u2800', '\ufe0f', '\u{e0041}']

  it.each(Object.keys(PLACES).filter((path) => !UNLIKE_NAMES.has(path)))(
    'F-15: refuses %s of invisible characters alone',
    async (path) => {
      for (const text of INVISIBLE) {
        const problem = (await post(PLACES[path]?.(text) ?? {})).problem()
        expect(problem.errors).toMatchObject([{ path, code: 'invalid_characters' }])
      }
    },
  )

  it('F-15: refuses a key of metadata, and a reason, of invisible characters', async () => {
    const ofKey = (await post({ metadata: { '\u200b': 'v' }, amount: 1 })).problem()
    expect(ofKey.errors).toMatchObject([{ message: 'its name must have a visible character' }])
    const { id } = (await post({ amount: 1 })).as(Session)
    const ofReason = (
      await api.merchant.post(`/v1/sessions/${id}/cancel`, { reason: '\u2060' })
    ).problem()
    expect(ofReason.errors).toMatchObject([{ path: 'reason', code: 'invalid_characters' }])
  })

  it('S-124: keeps an empty value of metadata, and the spaces around one', async () => {
    const metadata = { empty: '', spaced: ' a\tb\n ' }
    const created = (await post({ metadata, amount: 1 })).as(Session)
    expect(created.metadata).toEqual(metadata)
  })

  it.each([
    ['a control character', 'a\u001bb'],
    ['a carriage return', 'a\r\nb'],
    ['DEL', 'a\u007fb'],
  ])('refuses %s in a name', async (_, name) => {
    const problem = (await post({ customer: { name }, amount: 1 })).problem()
    expect(problem.errors?.map((error) => error.path)).toEqual(['customer.name'])
  })

  it.each([
    ['SQL', "'; drop table sessions; --"],
    ['HTML', '<script>alert(1)</script>'],
    ['a template', '{{7*7}} ${7*7} #{7*7}'],
    ['a format', '%s %n %00'],
    ['JSON', '{"$gt": ""}'],
    ['both quotes', `"'\\`],
    ['a sealed reference', 'https://checkout.test/c/{reference}'],
    ['emoji and scripts', '🛒 São 日本 عربى ก็'],
    ['tabs and lines', 'a\tb\nc'],
  ])('stores %s unchanged', async (_, description) => {
    const created = (
      await post({
        description,
        orderReference: description,
        metadata: { k: description },
        amount: 1,
      })
    ).as(Session)
    const read = (await api.merchant.get(`/v1/sessions/${created.id}`)).as(Session)
    expect(read.description).toBe(description)
    expect(read.metadata).toEqual({ k: description })
  })

  it('replays text that looks like a reference unchanged', async () => {
    const description = 'https://checkout.test/c/{reference}'
    const body = { description, metadata: { a: description }, amount: 1 }
    const headers = { 'idempotency-key': 'sealed' }
    const sent = { merchantId: api.merchant.id, ...body }
    const first = await api.merchant.post('/v1/sessions', sent, headers)
    const second = await api.merchant.post('/v1/sessions', sent, headers)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.text).toBe(first.text)
  })
})
