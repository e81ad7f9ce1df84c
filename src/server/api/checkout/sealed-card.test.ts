import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CardEnvelope, CardSeal, Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { envelopeOf, sealCard } from '#proof/testing/seal-card.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { deriveMasterKeys } from '../../service/keys/master-keys.ts'

const NUMBER = '4242424242424242'
const KEY = 'key-1'
const MINUTE_MS = 60_000

describe('S-111: a sealed card', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const sealOf = async (open: OpenSession) =>
    (await api.checkout.get(`${open.checkoutPath}/card-seal`)).as(CardSeal)
  const encrypt = async () => sealCard(await api.context.processor.cardEncryptionKey(), NUMBER)

  async function sealFor(open: OpenSession, changes: Partial<CardEnvelope> = {}) {
    const now = api.context.wallClock()
    return envelopeOf(await encrypt(), await sealOf(open), { idempotencyKey: KEY, now, changes })
  }

  function payBy(open: OpenSession, encrypted: string, key: string | null = KEY, more = {}) {
    const card = { encrypted, brand: 'visa', lastFour: '4242' }
    return api.checkout.post(
      `${open.checkoutPath}/payments`,
      { method: 'card', card, ...more },
      key === null ? {} : { 'idempotency-key': key },
    )
  }

  /** The code of a refusal; expects that the refusal left no trace. */
  async function refusalOf(open: OpenSession, answer: ReturnType<typeof payBy>) {
    const { status, code } = (await answer).problem()
    expect(status).toBe(code === 'seal_expired' ? 409 : 422)
    expect(await open.look()).toMatchObject({ status: 'open', payment: null, attemptsLeft: 10 })
    expect(await readLedger(api.database, open.id)).toEqual([])
    return code
  }

  it('pays the session that it was sealed for, once, however often it is sent', async () => {
    const open = await createTestSession(api)
    const encrypted = await sealFor(open)
    const first = (await payBy(open, encrypted)).as(Checkout)
    expect(first).toMatchObject({ status: 'complete', attemptsLeft: 9 })
    const again = (await payBy(open, encrypted)).as(Checkout)
    expect(again.payment).toEqual(first.payment)
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
  })

  it('reaches the processor as the processor can open it, and no log line or row', async () => {
    const open = await createTestSession(api)
    const encrypted = await sealFor(open)
    expect((await payBy(open, encrypted)).as(Checkout).payment).toMatchObject({
      status: 'succeeded',
      card: { brand: 'visa', lastFour: '4242' },
    })
    for (const part of encrypted.split('.').filter((text) => text.length > 20)) {
      expect(api.logged.join('\n')).not.toContain(part)
      expect(await api.dump()).not.toContain(part)
    }
  })

  it('pays no other session, of its merchant or of another', async () => {
    const encrypted = await sealFor(await createTestSession(api))
    const other = await createTestSession(api)
    expect(await refusalOf(other, payBy(other, encrypted))).toBe('seal_mismatch')
    const stranger = await createTestSession(api, { amount: 999_900 }, await api.addMerchant())
    expect(await refusalOf(stranger, payBy(stranger, encrypted))).toBe('seal_mismatch')
  })

  it.each<Partial<CardEnvelope>>([
    { sessionId: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye' },
    { merchantId: '0b1d7e2c-8c3f-4a86-9a7e-3f1f4f5d6b7a' },
    { currency: 'USD' },
    { amount: 25_989 },
    { amount: 0 },
    { installments: 2 },
    { idempotencyKey: 'key-2' },
    { idempotencyKey: '' },
  ])('is refused where its envelope says %j', async (changes) => {
    const open = await createTestSession(api)
    expect(await refusalOf(open, payBy(open, await sealFor(open, changes)))).toBe('seal_mismatch')
  })

  it('starts no payment under another idempotency key, and none without', async () => {
    const open = await createTestSession(api)
    const encrypted = await sealFor(open, { idempotencyKey: KEY })
    expect(await refusalOf(open, payBy(open, encrypted, 'key-2'))).toBe('seal_mismatch')
    expect(await refusalOf(open, payBy(open, encrypted, null))).toBe('seal_mismatch')
    expect((await payBy(open, encrypted)).status).toBe(200)
  })

  it('pays by the plan that it was sealed for, and by no other', async () => {
    const installments = { max: 3, interestFree: 1, monthlyInterestBasisPoints: 199 }
    const open = await createTestSession(api, { installments })
    const now = api.context.wallClock()
    const sealed = { idempotencyKey: KEY, installments: 3, now }
    const encrypted = envelopeOf(await encrypt(), await sealOf(open), sealed)
    for (const count of [1, 2])
      expect(await refusalOf(open, payBy(open, encrypted, KEY, { installments: count }))).toBe(
        'seal_mismatch',
      )
    const { payment } = (await payBy(open, encrypted, KEY, { installments: 3 })).as(Checkout)
    expect(payment).toMatchObject({ status: 'succeeded', installments: 3 })
  })

  it('is refused when it is encrypted to the processor alone', async () => {
    const open = await createTestSession(api)
    expect(await refusalOf(open, payBy(open, await encrypt()))).toBe('seal_mismatch')
    expect(await refusalOf(open, payBy(open, 'a.b.c.d.e'))).toBe('seal_mismatch')
  })

  it('is refused in an envelope that holds anything else', async () => {
    const open = await createTestSession(api)
    const more = { currency: 'BRL', encrypted: 5 } as unknown as Partial<CardEnvelope>
    expect(await refusalOf(open, payBy(open, await sealFor(open, more)))).toBe('seal_mismatch')
    const unknown = { jti: 'x' } as unknown as Partial<CardEnvelope>
    expect(await refusalOf(open, payBy(open, await sealFor(open, unknown)))).toBe('seal_mismatch')
  })

  it('has expired after 15 minutes of real time, and then still answers its resend', async () => {
    const open = await createTestSession(api)
    const encrypted = await sealFor(open)
    const other = await createTestSession(api)
    const late = await sealFor(other)
    await payBy(open, encrypted)
    api.clock.advance(15 * MINUTE_MS)
    expect(await refusalOf(other, payBy(other, late))).toBe('seal_expired')
    expect((await payBy(open, encrypted)).as(Checkout).status).toBe('complete')
    expect((await payBy(other, await sealFor(other))).as(Checkout).status).toBe('complete')
  })

  it("has not expired by a merchant's clock", async () => {
    const merchant = await api.addMerchant()
    const open = await createTestSession(api, {}, merchant)
    const encrypted = await sealFor(open)
    await merchant.post('/v1/sandbox/clock', { action: 'freeze' })
    await merchant.post('/v1/sandbox/clock', { action: 'advance', by: 'PT2H' })
    expect((await payBy(open, encrypted)).as(Checkout).status).toBe('complete')
  })

  it('leaves the payment that it would replace, when it is refused', async () => {
    const open = await createTestSession(api)
    const pix = (await open.pay({ method: 'pix' })).as(Checkout).payment
    const encrypted = await sealFor(await createTestSession(api))
    const answer = await payBy(open, encrypted, KEY, { replacePaymentId: pix?.id })
    expect(answer.problem().code).toBe('seal_mismatch')
    expect((await open.look()).payment).toMatchObject({ id: pix?.id, status: 'requires_action' })
  })

  it('opens with an older master key while that one is configured, and has expired after', async () => {
    const old = randomBytes(32)
    const open = await createTestSession(api)
    const { publicKey: envelopeKey } = deriveMasterKeys(old).cardEnvelopes
    const seal = { ...(await sealOf(open)), envelopeKey }
    const now = api.context.wallClock()
    const encrypted = envelopeOf(await encrypt(), seal, { idempotencyKey: KEY, now })
    expect(await refusalOf(open, payBy(open, encrypted))).toBe('seal_expired')
    const { keys } = api.context
    api.context.keys = { ...keys, previous: [deriveMasterKeys(old)] }
    expect((await payBy(open, encrypted)).as(Checkout).status).toBe('complete')
    api.context.keys = keys
  })
})
