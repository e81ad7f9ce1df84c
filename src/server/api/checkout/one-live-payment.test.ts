import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { cardBody, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { createApi } from '../api.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { issueKey, keyOfCheckout } from '../../service/keys/issue-key.ts'

const PRESSES = 50

describe('POST /v1/checkout/{reference}/payments: at most one live payment', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  let keys = 0
  const newKey = () => ({ 'idempotency-key': `key-${(keys += 1)}` })
  const attemptsOf = async (id: string) =>
    (await api.sql<{ id: string }>('select id from payments where session_id = $1', id)).length

  it('charges once for fifty concurrent requests, with and without keys of their own', async () => {
    for (const withKeys of [true, false]) {
      const open = await createTestSession(api)
      const body = await cardBody(api, '4242424242424242')
      const answers = await Promise.all(
        Array.from({ length: PRESSES }, () => open.pay(body, withKeys ? newKey() : {})),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(['payment_in_progress', 'already_paid']).toContain(answer.problem().code)
      expect(await readLedger(api.database, open.id)).toHaveLength(1)
      expect(await attemptsOf(open.id)).toBe(1)
    }
  })

  it('creates one payment for fifty requests with one key', async () => {
    const open = await createTestSession(api)
    const body = await cardBody(api, '4242424242424242')
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: PRESSES }, () => open.pay(body, key)))
    const ids = new Set(answers.map((answer) => answer.as(Checkout).payment?.id))
    expect(ids.size).toBe(1)
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
    expect(await attemptsOf(open.id)).toBe(1)
  })

  it('answers a repeated key with the current state, even after a decline', async () => {
    const open = await createTestSession(api)
    const body = await cardBody(api, '4000000000000002')
    const key = newKey()
    const first = (await open.pay(body, key)).as(Checkout)
    const second = (await open.pay(body, key)).as(Checkout)
    expect(second).toEqual({ ...first, now: second.now, cancelUrl: second.cancelUrl })
    expect(await attemptsOf(open.id)).toBe(1)
    await open.payByCard('4242424242424242', newKey())
    expect((await open.pay(body, key)).as(Checkout).status).toBe('complete')
    expect(await attemptsOf(open.id)).toBe(2)
  })

  it('scopes a key to its session', async () => {
    const key = newKey()
    const body = await cardBody(api, '4242424242424242')
    for (let turn = 0; turn < 2; turn++) {
      const open = await createTestSession(api)
      expect((await open.pay(body, key)).as(Checkout).status).toBe('complete')
    }
  })

  it.each(['', 'x'.repeat(256), 'a b'])('400 for the key %j', async (key) => {
    const open = await createTestSession(api)
    const answer = await open.pay({ method: 'pix' }, { 'idempotency-key': key })
    expect(answer.problem().code).toBe('invalid_idempotency_key')
  })

  it('holds across processes', async () => {
    const open = await createTestSession(api)
    const body = await cardBody(api, '4242424242424242')
    const { apiKey } = await checkoutKey()
    const callers = [1, 2, 3].map(() => {
      const app = createApi(api.context, {
        apiUrl: API_URL,
        metrics: createMetrics(),
        requestsPerSecond: 1000,
      })
      return api.caller(apiKey, (request) => app.fetch(request))
    })
    const answers = await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 5 }, () => {
          const key = newKey()
          const sent = open.paymentOf(body, key['idempotency-key'])
          return caller.post(`${open.checkoutPath}/payments`, sent, key)
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
  })

  const checkoutKey = () => issueKey(api.context, keyOfCheckout('sandbox'))

  describe('replacePaymentId', () => {
    it('cancels a Pix for a card', async () => {
      const open = await createTestSession(api)
      const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment
      const body = await cardBody(api, '4242424242424242')
      const refused = await open.pay(body)
      expect(refused.problem()).toMatchObject({ status: 409, code: 'payment_in_progress' })
      const view = (await open.pay({ ...body, replacePaymentId: pix?.id })).as(Checkout)
      expect(view).toMatchObject({ status: 'complete', attemptsLeft: 8 })
      const types = (await open.notifications()).map(({ type }) => type)
      expect(types).toEqual([
        'payment.requires_action',
        'payment.failed',
        'payment.succeeded',
        'session.completed',
      ])
    })

    it('accepts the money of a Pix that was faster, and no more', async () => {
      const open = await createTestSession(api)
      const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment
      api.simulation.notifies = false
      await api.simulation.simulate(pix?.id ?? '', 'pay')
      api.simulation.notifies = true
      const body = await cardBody(api, '4242424242424242')
      const answer = await open.pay({ ...body, replacePaymentId: pix?.id })
      expect(answer.problem().code).toBe('already_paid')
      expect(await open.look()).toMatchObject({ status: 'complete', payment: { method: 'pix' } })
      expect(await readLedger(api.database, open.id)).toHaveLength(1)
    })

    it.each(['pay_0000000000000000000000', undefined])('of %s cancels nothing', async (other) => {
      const open = await createTestSession(api)
      await open.pay({ method: 'pix' })
      const body = { ...(await cardBody(api, '4242424242424242')), replacePaymentId: other }
      expect((await open.pay(body)).problem().code).toBe('payment_in_progress')
      expect((await open.look()).payment?.status).toBe('requires_action')
    })

    it('cancels no payment that may be taking money', async () => {
      const open = await createTestSession(api)
      const slow = (await open.payByCard('4000202000000004')).as(Checkout).payment
      const body = { ...(await cardBody(api, '4242424242424242')), replacePaymentId: slow?.id }
      expect((await open.pay(body)).problem().code).toBe('payment_in_progress')
    })

    it('ends with one live payment when ten replace one', async () => {
      const open = await createTestSession(api)
      const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment
      const body = { ...(await cardBody(api, '4242424242424242')), replacePaymentId: pix?.id }
      const answers = await Promise.all(Array.from({ length: 10 }, () => open.pay(body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await readLedger(api.database, open.id)).toHaveLength(1)
    })

    it('keeps the payment when the next one would be refused anyway', async () => {
      const open = await createTestSession(api)
      const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment
      await api.sql('update sessions set attempts = 10 where id = $1', open.id)
      const body = { ...(await cardBody(api, '4242424242424242')), replacePaymentId: pix?.id }
      expect((await open.pay(body)).problem().code).toBe('too_many_attempts')
      expect((await open.look()).payment?.status).toBe('requires_action')
    })
  })
})
