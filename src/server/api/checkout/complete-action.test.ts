import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'

const CHALLENGED = '4000002500003155'

describe('POST /v1/checkout/{reference}/payments/{id}/action', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const complete = (open: OpenSession, paymentId: string) =>
    api.checkout.post(`${open.checkoutPath}/payments/${paymentId}/action`)
  /** A session whose shopper is at the issuer's challenge. */
  const challenge = async () => {
    const open = await createTestSession(api)
    const { payment } = (await open.payByCard(CHALLENGED)).as(Checkout)
    if (payment === null) throw new Error('no payment')
    return { open, payment }
  }

  it('follows a challenge, whose URL the shopper gets', async () => {
    const { open, payment } = await challenge()
    expect(payment).toMatchObject({
      status: 'requires_action',
      action: {
        type: 'challenge',
        url: expect.stringMatching(/^https:\/\/api\.test\/simulator\//),
      },
    })
    expect(await open.look()).toMatchObject({ status: 'open', paymentStatus: 'requires_action' })
    expect((await open.notifications()).map(({ type }) => type)).toEqual([
      'payment.requires_action',
    ])
  })

  it.each([
    ['pass_challenge', { status: 'complete', payment: { status: 'succeeded', action: null } }],
    [
      'fail_challenge',
      { status: 'open', payment: { status: 'failed', declineCode: 'authentication_failed' } },
    ],
  ])('reads the outcome from the processor: %s', async (outcome, expected) => {
    const { open, payment } = await challenge()
    api.simulation.notifies = false
    await api.simulation.simulate(payment.id, outcome)
    expect((await complete(open, payment.id)).as(Checkout)).toMatchObject(expected)
    api.simulation.notifies = true
    const before = await open.notifications()
    await api.simulation.runDue()
    expect(await open.notifications()).toEqual(before)
  })

  it('declines as abandoned when the shopper left the challenge', async () => {
    const { open, payment } = await challenge()
    const url = payment.action?.type === 'challenge' ? payment.action.url : ''
    const body = new URLSearchParams({ outcome: 'cancel' })
    expect((await api.fetch(new Request(url, { method: 'POST', body }))).status).toBe(303)
    const view = (await complete(open, payment.id)).as(Checkout)
    expect(view.payment).toMatchObject({
      status: 'failed',
      declineCode: 'authentication_abandoned',
      retryable: true,
    })
  })

  it('changes nothing before the challenge ends or after the outcome is known', async () => {
    const { open, payment } = await challenge()
    expect((await complete(open, payment.id)).as(Checkout).payment?.status).toBe('requires_action')
    api.clock.advance(1000)
    await api.simulation.simulate(payment.id, 'pass_challenge')
    await Promise.all(Array.from({ length: 10 }, () => complete(open, payment.id)))
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
    expect((await open.notifications()).map(({ type }) => type)).toEqual([
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it("404 for another session's payment and for an unknown one", async () => {
    const { payment } = await challenge()
    const other = await createTestSession(api)
    for (const id of [payment.id, 'pay_0000000000000000000000', 'x'])
      expect((await complete(other, id)).problem().code).toBe('not_found')
  })

  it('does not cancel a payment that is just being created', async () => {
    const processor = createScriptedProcessor()
    const slow = await startTestApi({ processor })
    try {
      const open = await createTestSession(slow)
      const { promise, resolve } = Promise.withResolvers<{
        status: 'succeeded'
        capturedMinor: number
        currency: string
      }>()
      processor.script('createPayment', promise)
      const paying = open.pay(SEALED_CARD)
      await expect.poll(() => processor.count('createPayment')).toBe(1)
      const { payment } = await open.look()
      const path = `${open.checkoutPath}/payments/${payment?.id}/action`
      expect((await slow.checkout.post(path)).as(Checkout).payment?.status).toBe('created')
      expect(processor.count('cancelPayment')).toBe(0)
      resolve({ status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' })
      expect((await paying).as(Checkout).status).toBe('complete')
    } finally {
      await slow.close()
    }
  })
})
