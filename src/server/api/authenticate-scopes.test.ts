import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '#contract/api-key.ts'
import { EventList } from '#contract/event.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { newId } from '#domain/id.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import type { Answer, Caller } from '#proof/testing/caller.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'

const ALL: readonly Operation[] = Object.values(OPERATIONS)
const OF_MERCHANTS = ALL.filter(({ caller }) => caller === 'merchant')
const OF_CHECKOUT = ALL.filter(({ caller }) => caller === 'checkout')
const BODY = { merchantId: '', amount: 1 }

// tests guard: own-session
// tests guard: same-refusal

describe('S-08: scopes', () => {
  let api: TestApi
  let open: OpenSession
  let paid: OpenSession
  let eventId: string
  beforeAll(async () => {
    api = await startTestApi()
    open = await createTestSession(api)
    paid = await createPaidSession(api)
    const { data } = (await api.merchant.get(`/v1/events?sessionId=${paid.id}`)).as(EventList)
    eventId = data[0]?.id ?? ''
  })
  afterAll(() => api.close())

  /** Calls an operation with the ids of existing resources. */
  const call = (by: Caller, operation: Operation, ids = { session: open.id, event: eventId }) => {
    const path = operation.path
      .replace('/sessions/{id}', `/sessions/${ids.session}`)
      .replace('/v1/events/{id}', `/v1/events/${ids.event}`)
      .replace('/v1/refunds/{id}', `/v1/refunds/re_${'0'.repeat(22)}`)
      .replace('{reference}', open.reference)
      .replace(
        '{id}',
        newId('pay', new Date(), (length) => randomBytes(length)),
      )
    const body = operation.path.endsWith('/simulate') ? { outcome: 'pay' } : {}
    return operation.method === 'get' ? by.get(path) : by.post(path, body)
  }

  describe.each(OF_MERCHANTS)('$method $path', (operation) => {
    it.each(SCOPES)('with only the scope %s', async (scope) => {
      const merchant = await api.addMerchant({ scopes: [scope] })
      const answer = await call(merchant, operation)
      const isForbidden = answer.status === 403 && answer.problem().code === 'insufficient_scope'
      expect(isForbidden).toBe(scope !== operation.scope)
    })

    it('not without its scope, even with all others', async () => {
      const scopes: Scope[] = SCOPES.filter((scope) => scope !== operation.scope)
      const merchant = await api.addMerchant({ scopes })
      expect((await call(merchant, operation)).problem()).toMatchObject({
        status: 403,
        code: 'insufficient_scope',
        detail: `The API key lacks the scope ${operation.scope}.`,
      })
    })

    it("not with the checkout's key", async () => {
      expect((await call(api.checkout, operation)).problem().code).toBe('insufficient_scope')
    })

    it('not without a key', async () => {
      expect((await call(api.anyone, operation)).problem().code).toBe('missing_api_key')
    })
  })

  it.each(OF_CHECKOUT)("$method $path: not with a merchant's key", async (operation) => {
    expect((await call(api.merchant, operation)).problem().code).toBe('insufficient_scope')
    expect((await call(api.anyone, operation)).problem().code).toBe('missing_api_key')
  })

  it('S-06: 403 merchant_mismatch for a session of another merchant, and nothing is written', async () => {
    const other = await api.addMerchant()
    const count = () => api.sql<{ count: number }>('select count(*) from sessions')
    const before = await count()
    const answer = await api.merchant.post('/v1/sessions', { ...BODY, merchantId: other.id })
    expect(answer.problem()).toMatchObject({ status: 403, code: 'merchant_mismatch' })
    expect(await count()).toEqual(before)
  })

  it("S-134: takes the key's own merchant in capitals, and answers with its id", async () => {
    const merchantId = api.merchant.id.toUpperCase()
    const answer = await api.merchant.post('/v1/sessions', { ...BODY, merchantId })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ merchantId: api.merchant.id })
  })

  describe("S-07: another merchant's resources do not exist", () => {
    let other: TestMerchant
    beforeAll(async () => {
      other = await api.addMerchant()
    })
    const unknownIds = () => ({
      session: newId('cs', new Date(), (length) => randomBytes(length)),
      event: newId('evt', new Date(), (length) => randomBytes(length)),
    })
    const textOf = (answer: Answer) => answer.text.replace(answer.problem().requestId, 'req')

    it.each(OF_MERCHANTS.filter(({ path }) => path.includes('{id}')))(
      '$method $path',
      async (operation) => {
        const theirs = await call(other, operation, { session: paid.id, event: eventId })
        const none = await call(other, operation, unknownIds())
        expect(theirs.problem()).toMatchObject({ status: 404, code: 'not_found' })
        expect(textOf(theirs)).toBe(textOf(none))
      },
    )

    it('in lists, too', async () => {
      for (const path of ['/v1/sessions', `/v1/events`, `/v1/events?sessionId=${paid.id}`])
        expect((await other.get(path)).body).toMatchObject({ data: [], hasMore: false })
    })

    it('for any made-up id', async () => {
      for (const id of [
        'x',
        'cs_1',
        `cs_${'0'.repeat(21)}`,
        `cs_${'0'.repeat(23)}`,
        `pay_${'0'.repeat(22)}`,
        '%00',
        '../..',
        "' or 1=1",
      ])
        expect((await other.get(`/v1/sessions/${encodeURIComponent(id)}`)).status).toBe(404)
    })
  })
})
