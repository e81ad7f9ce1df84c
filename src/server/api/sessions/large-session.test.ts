import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { LIMITS } from '#contract/limits.ts'
import { Session, SessionList } from '#contract/session.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { expireSessions } from '../../service/sessions/expire-sessions.ts'

const LARGE_ON_A_PAGE = 4

// tests guard: values-of-a-body
// tests guard: large-rows

/** A body in which each field has its limit, of a character. */
function largest(merchantId: string, character: string) {
  const text = (length: number) => character.repeat(length)
  const address = (path: string) => {
    const start = `https://store.example/${path}`
    return start + 'a'.repeat(LIMITS.urlLengthMax - start.length)
  }
  const name = text(LIMITS.nameLengthMax)
  const amount = LIMITS.amountMinorMax - 1
  return {
    merchantId,
    lineItems: Array.from({ length: LIMITS.lineItemsMax }, (_, n) => ({
      name,
      quantity: 1,
      unitAmount: n === 0 ? amount : 0,
      imageUrl: address(''),
      description: text(LIMITS.descriptionLengthMax),
    })),
    discounts: Array.from({ length: LIMITS.discountsMax }, () => ({ label: name, amount: 0 })),
    shipping: { label: name, amount: 0 },
    tax: { label: name, amount: 0 },
    amount,
    orderReference: text(LIMITS.orderReferenceLengthMax),
    description: text(LIMITS.descriptionLengthMax),
    customer: {
      name,
      email: 'ana@mail.example',
      billingAddress: {
        line1: name,
        line2: name,
        district: name,
        city: name,
        state: text(100),
        postalCode: text(20),
        country: 'BR',
      },
    },
    paymentMethods: ['card'],
    successUrl: address('ok/'),
    cancelUrl: address('cart/'),
    metadata: Object.fromEntries(
      Array.from({ length: LIMITS.metadataKeysMax }, (_, n) => [
        `${n}`.padStart(2, '0') + text(LIMITS.metadataKeyLengthMax - 2),
        text(LIMITS.metadataValueLengthMax),
      ]),
    ),
  }
}

describe('F-13: a session in which each field has its limit', () => {
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi()
    ;({ merchant } = api)
  })
  afterAll(() => api.close())

  const post = (body: object, to = merchant) => to.post('/v1/sessions', body)

  it.each(['x', 'ã', '語', '🛒'])(
    'of %s is created, and read as it was sent',
    async (character) => {
      const sent = largest(merchant.id, character)
      const answer = await post(sent)
      expect(answer.status).toBe(201)
      const { id } = answer.as(Session)
      const read = (await merchant.get(`/v1/sessions/${id}`)).as(Session)
      expect(read).toMatchObject({ lineItems: sent.lineItems, metadata: sent.metadata })
    },
  )

  it.each(['declared', 'in chunks'])('that is larger is refused, %s', async (how) => {
    const text = JSON.stringify({
      ...largest(merchant.id, '🛒'),
      more: 'x'.repeat(LIMITS.sessionBodyBytesMax),
    })
    const body = how === 'declared' ? text : new Blob([text]).stream()
    const headers = {
      'content-type': 'application/json',
      ...(how === 'declared' && { 'content-length': `${text.length}` }),
    }
    const refused = await merchant.send('POST', '/v1/sessions', {
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect(refused.problem()).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  it('has no more values than a body of 64 KiB, and no other call takes more', async () => {
    const values = '{"a":{}},'.repeat(LIMITS.bodyBytesMax / 8)
    const headers = { 'content-type': 'application/json' }
    for (const body of [`[${values}0]`, `["${'","'.repeat(LIMITS.bodyBytesMax / 2)}"]`]) {
      const { detail } = (await merchant.send('POST', '/v1/sessions', { body, headers })).problem()
      expect(detail).toBe('Outside of its texts a body may have at most 65536 bytes.')
    }
    const reason = JSON.stringify({ reason: 'x'.repeat(LIMITS.bodyBytesMax) })
    const cancel = '/v1/sessions/cs_0350qmKLMuJ9K1lrKhvHIu/cancel'
    expect((await merchant.send('POST', cancel, { body: reason, headers })).status).toBe(413)
  })

  it('is listed with few others of its size, and none is left out', async () => {
    const other = await api.addMerchant()
    const made: string[] = []
    for (let n = 0; n < 6; n++) {
      const sent = largest(other.id, '🛒')
      made.unshift((await post(sent, other)).as(Session).id)
      made.unshift((await post({ merchantId: other.id, amount: 1 }, other)).as(Session).id)
      await other.post(`/v1/sessions/${made[1]}/cancel`)
    }
    for (const [path, List] of [
      ['sessions', SessionList],
      ['events', EventList],
    ] as const) {
      const pages: number[] = []
      const found: string[] = []
      let after = ''
      for (let hasMore = true; hasMore;) {
        const answer = await other.get(`/v1/${path}?limit=100${after}`)
        const page = answer.as(List)
        const ids = page.data.map(({ id }) => id)
        pages.push(answer.text.length)
        found.push(...ids)
        hasMore = page.hasMore
        after = `&after=${ids.at(-1)}`
      }
      expect(pages).toHaveLength(2)
      expect(new Set(found).size).toBe(found.length)
      expect(found).toHaveLength(path === 'sessions' ? made.length : 6)
      expect(Math.max(...pages)).toBeLessThan((LARGE_ON_A_PAGE + 1) * LIMITS.sessionBodyBytesMax)
    }
  })

  it('expires, beside small ones', async () => {
    const third = await api.addMerchant()
    const ids: string[] = []
    for (const body of [largest(third.id, '🛒'), { merchantId: third.id, amount: 1 }])
      ids.push((await post({ ...body, expiresInSeconds: 60 }, third)).as(Session).id)
    api.clock.advance(61_000)
    await expireSessions(api.context)
    for (const id of ids)
      expect((await third.get(`/v1/sessions/${id}`)).as(Session).status).toBe('expired')
  })
})
