import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const AMOUNT = 25_990

describe('R-102: simulating what happens to a held card', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const createManual = () => createTestSession(api, { captureMethod: 'manual' })
  const simulate = (id: string, outcome: string) =>
    api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, { outcome })
  const eventsOf = async (open: Awaited<ReturnType<typeof createTestSession>>) =>
    (await open.notifications()).map(({ type }) => type)

  it('authorizes: the card is held, twice the same, and nothing is taken', async () => {
    const open = await createManual()
    for (let time = 0; time < 2; time++)
      expect((await simulate(open.id, 'authorize')).as(Session)).toMatchObject({
        status: 'open',
        paymentStatus: 'authorized',
        amountCaptured: 0,
        payment: { status: 'authorized' },
      })
    await api.simulation.runDue()
    expect(await eventsOf(open)).toEqual(['payment.authorized'])
    expect(await readLedger(api.database, open.id)).toEqual([])
  })

  it.each([
    ['void', 'canceled'],
    ['authorization_expired', 'expired'],
  ])('from the page: %s releases what is held', async (outcome, status) => {
    const open = await createManual()
    const decide = () => api.checkout.post(`${open.checkoutPath}/simulate`, { outcome })
    await simulate(open.id, 'authorize')
    expect((await decide()).body).toMatchObject({ status, payment: { status: 'voided' } })
    expect(await eventsOf(open)).toEqual([
      'payment.authorized',
      'payment.voided',
      `session.${status}`,
    ])
    const kinds = (await readLedger(api.database, open.id)).map(({ kind }) => kind)
    expect(kinds).not.toContain('capture')
  })

  it('from the page: nothing is released where nothing is held', async () => {
    const { checkoutPath } = await createManual()
    const answer = await api.checkout.post(`${checkoutPath}/simulate`, { outcome: 'void' })
    expect(answer.problem()).toMatchObject({ status: 409, code: 'nothing_authorized' })
  })

  it('pays: what is held is captured at the processor', async () => {
    const open = await createManual()
    await simulate(open.id, 'authorize')
    expect((await simulate(open.id, 'pay')).as(Session)).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountCaptured: AMOUNT,
    })
    expect(await readLedger(api.database, open.id)).toMatchObject([
      { kind: 'capture', amountMinor: AMOUNT },
    ])
    expect((await simulate(open.id, 'authorization_expired')).problem().code).toBe(
      'session_not_open',
    )
  })

  it('lets the hold end, and the session with it', async () => {
    const open = await createManual()
    expect((await simulate(open.id, 'authorization_expired')).as(Session)).toMatchObject({
      status: 'expired',
      paymentStatus: 'unpaid',
      payment: { status: 'voided' },
    })
    await api.simulation.runDue()
    expect(await eventsOf(open)).toEqual([
      'payment.authorized',
      'payment.voided',
      'session.expired',
    ])
  })

  it.each(['authorize', 'authorization_expired'])(
    '%s needs a session with manual capture',
    async (outcome) => {
      const open = await createTestSession(api)
      expect((await simulate(open.id, outcome)).problem()).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'outcome', message: 'needs a session with captureMethod manual' }],
      })
      expect((await open.read()).attempts).toBe(0)
    },
  )
})

it("R-102: a hold ends by the merchant's clock", async () => {
  // Of its own, since time moves for all sessions of a merchant.
  const api = await startTestApi()
  const open = await createTestSession(api, { captureMethod: 'manual' })
  const post = (path: string, body: object) => api.merchant.post(path, body)
  await post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'authorize' })
  await post('/v1/sandbox/clock', { action: 'freeze' })
  expect((await post('/v1/sandbox/clock', { action: 'advance', by: '7d' })).status).toBe(200)
  expect(await open.read()).toMatchObject({ status: 'expired', payment: { status: 'voided' } })
  await api.close()
})
