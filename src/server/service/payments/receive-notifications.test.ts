import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import type { Processor } from '../../processors/processor.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const UNKNOWN_REFUND = 're_0000000000000000000000'

describe('a notification of a processor that is told', () => {
  const scripted = createScriptedProcessor()
  const processor: Processor = {
    ...scripted,
    isTold: true,
    async readNotification(rawBody) {
      return JSON.parse(rawBody) as { notificationId: string }[]
    },
  }
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    scripted.script('createPayment', SUCCEEDED)
    scripted.script('inquire', SUCCEEDED)
    scripted.script('createRefund', { status: 'pending', references: { processorReference: 'R1' } })
    scripted.script('inquireRefund', { status: 'succeeded' })
  })

  const send = async (...parts: object[]) =>
    (await api.anyone.post('/processor/notifications', parts)).status
  const refunded = async () => {
    const open = await createTestSession(api)
    const paymentId = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    const path = `/v1/sessions/${open.id}/refunds`
    const refund = (await api.merchant.post(path, { amount: 990 })).as(Refund)
    api.clock.advance(1_000)
    return { paymentId, refundId: refund.id }
  }
  const kept = (notificationId: string) =>
    api.sql(
      'select payment_id as "paymentId", facts, pending from processor_notifications where notification_id = $1',
      notificationId,
    )
  const forgeries = async () =>
    Number(/^checkout_processor_forgeries_total\{.*\} (\d+)$/m.exec(await api.metrics.text())?.[1])

  it('R-115: that names a refund alone is of its payment', async () => {
    const { paymentId, refundId } = await refunded()
    const facts = { code: 'REFUND', said_at: 'now' }
    expect(await send({ notificationId: 'of refund', refundId, facts })).toBe(204)
    expect(await kept('of refund')).toEqual([{ paymentId, facts, pending: false }])
    expect(scripted.known.findLast(([call]) => call === 'inquire')?.[1]).toMatchObject({
      paymentId,
      facts: [facts],
      refunds: [{ refundId, status: 'pending', amountMinor: 990, processorReference: 'R1' }],
    })
  })

  it('that proves a fact is counted once by its code, within bounds', async () => {
    const { paymentId } = await refunded()
    const counted = async (code: string) => {
      const line = new RegExp(`^checkout_processor_facts_total\\{code="${code}"\\} (\\d+)$`, 'm')
      return Number(line.exec(await api.metrics.text())?.[1] ?? 0)
    }
    const before = { expired: await counted('EXPIRE'), other: await counted('other') }
    const tell = (code: unknown) =>
      send({ notificationId: `counted ${String(code)}`, paymentId, facts: { code } })
    for (const code of ['EXPIRE', 'EXPIRE', 'no code of theirs', 7]) await tell(code)
    expect((await counted('EXPIRE')) - before.expired).toBe(1)
    expect((await counted('other')) - before.other).toBe(2)
    for (let code = 0; code < 120; code++)
      api.metrics.factProved(`CODE_${String.fromCodePoint(65 + (code % 26)).repeat(1 + code)}`)
    const series = (await api.metrics.text()).match(/^checkout_processor_facts_total\{/gm) ?? []
    expect(series.length).toBeLessThanOrEqual(101)
  })

  it('R-115: that names a refund that is not ours is acknowledged, and not kept', async () => {
    expect(await send({ notificationId: 'foreign', refundId: UNKNOWN_REFUND })).toBe(204)
    expect(await kept('foreign')).toEqual([])
  })

  it('of a refund of an account trial is kept for who waits for it', async () => {
    const refundId = 're_HOMOLOG0123456789abcde'
    expect(await send({ notificationId: 'trial', refundId })).toBe(204)
    expect(await kept('trial')).toEqual([{ paymentId: refundId, facts: null, pending: false }])
  })

  it('with a report names it in the log, and is about no payment', async () => {
    expect(await send({ notificationId: 'report', report: 'a\nb.csv' })).toBe(204)
    expect(await kept('report')).toEqual([])
    expect(api.logged.join('\n')).toContain('"report":"a b.csv"')
  })

  it('S-157: with a part that is not authentic counts it, and believes the others', async () => {
    const { paymentId } = await refunded()
    const before = await forgeries()
    const genuine = { notificationId: 'genuine', paymentId, facts: { code: 'CAPTURE' } }
    expect(await send({ notificationId: 'forged', isForged: true }, genuine)).toBe(204)
    expect((await forgeries()) - before).toBe(1)
    expect(await kept('forged')).toEqual([])
    expect(await kept('genuine')).toHaveLength(1)
  })
})
