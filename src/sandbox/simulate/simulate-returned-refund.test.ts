import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, type OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'

const AMOUNT = 25_990

describe('R-94: simulating a refund that comes back', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const refund = async (open: OpenSession, amount: number) =>
    (await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount })).as(Refund)
  const giveBack = (open: OpenSession, body: object = {}) =>
    api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, {
      outcome: 'refund_reversed',
      ...body,
    })

  it('lets the latest come back, or the one that is named, once each', async () => {
    const open = await createPaidSession(api)
    const first = await refund(open, 1000)
    await refund(open, 2000)
    expect((await giveBack(open)).as(Session)).toMatchObject({
      amountRefunded: 1000,
      paymentStatus: 'partially_refunded',
    })
    const named = { refundId: first.id }
    expect((await giveBack(open, named)).as(Session)).toMatchObject({
      amountRefunded: 0,
      paymentStatus: 'paid',
    })
    expect((await giveBack(open, named)).problem()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'refundId', code: 'not_possible' }],
    })
    expect((await giveBack(open)).problem().code).toBe('validation_failed')
    await api.simulation.runDue()
    await finishRefunds(api.context)
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.filter((type) => type === 'refund.reversed')).toHaveLength(2)
    const moved = (await readLedger(api.database, open.id)).map(({ kind }) => kind)
    expect(moved).toEqual(['capture', 'refund', 'refund', 'refund_reversal', 'refund_reversal'])
    expect((await refund(open, AMOUNT)).status).toBe('succeeded')
  })

  it('is seen by the notification alone', async () => {
    const open = await createPaidSession(api)
    const { id } = await refund(open, AMOUNT)
    const { payment } = await open.read()
    const { sandbox } = api.context.processor
    const event = { type: 'refund_reversed', refundId: id } as const
    expect(await sandbox?.simulate(payment?.id ?? '', event)).toBe('done')
    await api.simulation.runDue()
    await finishRefunds(api.context)
    expect(await open.read()).toMatchObject({ amountRefunded: 0, paymentStatus: 'paid' })
  })

  it('knows no refund of another session', async () => {
    const [open, other] = [await createPaidSession(api), await createPaidSession(api)]
    const { id } = await refund(other, AMOUNT)
    expect((await giveBack(open, { refundId: id })).problem().code).toBe('validation_failed')
    expect((await other.read()).paymentStatus).toBe('refunded')
  })
})
