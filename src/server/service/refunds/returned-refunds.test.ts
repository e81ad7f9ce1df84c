// tests guard: forgotten-refund
// tests guard: held-refund
// tests guard: overdrawn-refund
// tests guard: unanswered-return
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Refund } from '#contract/refund.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import type { KnownRefund, NewRefund, ProcessorRefund } from '../../processors/processor.ts'
import { finishRefunds } from './finish-refunds.ts'
import { markPaidOutside } from './mark-paid-outside.ts'
import { findOwedRefunds } from './refund-owed.ts'
import { retryOwedRefund } from './retry-owed-refund.ts'

const AMOUNT = 25_990
const DAY_MS = 86_400_000
const CAPTURED = { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' } as const
const SUCCEEDED = { status: 'succeeded' } as const
const REVERSED = { status: 'reversed' } as const
const PENDING = { status: 'pending' } as const

describe.each([
  ['that can be asked', false],
  ['that is told', true],
])('a refund of a processor %s', (_, isTold) => {
  const scripted = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor: { ...scripted, isTold } })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    scripted.calls.splice(0)
    scripted.known.splice(0)
    scripted.script('createPayment', CAPTURED)
    scripted.script('inquire', CAPTURED)
    scripted.script('createRefund', SUCCEEDED)
  })

  const post = (body: object) => {
    // One inquiry per payment and second is made at once; a later one waits for the worker.
    api.clock.advance(1000)
    const headers = { 'x-scripted': 'authentic' }
    return api.anyone.post(
      '/processor/notifications',
      { notificationId: randomUUID(), ...body },
      headers,
    )
  }
  /** What a bank told of a refund: a processor that can be asked names it, another is asked about all of the payment. */
  const tell = async (refund: Pick<Refund, 'id' | 'paymentId'>, told: ProcessorRefund) => {
    scripted.script('inquireRefund', told)
    const { paymentId, id: refundId } = refund
    await post({ paymentId, ...(!isTold && { refundId }) })
    await finishRefunds(api.context)
  }
  const pay = async () => {
    const open = await createTestSession(api)
    const paymentId = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    return { open, paymentId }
  }
  const refundOf = async (open: OpenSession, body: object = {}) =>
    (await api.merchant.post(`/v1/sessions/${open.id}/refunds`, body)).as(Refund)
  const refunded = async (body: object = {}) => {
    const { open, paymentId } = await pay()
    return { open, paymentId, refund: await refundOf(open, body) }
  }
  const stateOf = (id: string) =>
    api.sql('select status, reversed_at is not null as "hasTime" from refunds where id = $1', id)
  const news = async (open: OpenSession) =>
    (await open.notifications())
      .filter(({ type }) => type.startsWith('refund.') || type === 'payment.reversed')
      .map(({ type, data }) => [type, data.refund?.status, data.session?.amountRefunded])
  const pass = async (days: number) => {
    api.clock.advance(days * DAY_MS)
    await finishRefunds(api.context)
  }

  it('R-94: comes back, is left again, and is sent after all', async () => {
    const { open, refund } = await refunded({ amount: 10_000 })
    expect(await open.read()).toMatchObject({ paymentStatus: 'partially_refunded' })
    await tell(refund, REVERSED)
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountRefunded: 0 })
    expect(await stateOf(refund.id)).toEqual([{ status: 'reversed', hasTime: true }])
    const reversed = (await open.notifications()).at(-1)
    expect(reversed?.data.refund).toMatchObject({
      status: 'reversed',
      reversedAt: expect.any(String) as string,
    })
    await tell(refund, REVERSED)
    await tell(refund, SUCCEEDED)
    await tell(refund, SUCCEEDED)
    expect(await open.read()).toMatchObject({
      paymentStatus: 'partially_refunded',
      amountRefunded: 10_000,
    })
    expect(await stateOf(refund.id)).toEqual([{ status: 'succeeded', hasTime: false }])
    expect(await news(open)).toEqual([
      ['refund.succeeded', 'succeeded', 10_000],
      ['refund.reversed', 'reversed', 0],
      ['refund.succeeded', 'succeeded', 10_000],
    ])
    expect(scripted.count('createRefund')).toBe(1)
  })

  it('R-94: succeeds first where its return is all that was told', async () => {
    scripted.script('createRefund', PENDING)
    const { open, refund } = await refunded()
    await tell(refund, REVERSED)
    expect(await news(open)).toEqual([
      ['refund.succeeded', 'succeeded', AMOUNT],
      ['refund.reversed', 'reversed', 0],
    ])
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountRefundPending: 0 })
  })

  it('R-94: is taken back where it is sent after all and fits no more', async () => {
    const { open, paymentId, refund } = await refunded()
    await tell(refund, REVERSED)
    const again = await refundOf(open)
    expect(again.status).toBe('succeeded')
    await tell(refund, SUCCEEDED)
    await tell(refund, SUCCEEDED)
    expect(await stateOf(refund.id)).toEqual([{ status: 'reversed', hasTime: true }])
    expect(await open.read()).toMatchObject({
      paymentStatus: 'refunded',
      amountRefunded: AMOUNT,
      amountReversed: AMOUNT,
    })
    expect(
      await api.sql('select total_minor, kind from reversals where payment_id = $1', paymentId),
    ).toEqual([{ total_minor: AMOUNT, kind: 'refund_elsewhere' }])
  })

  it('a refund that failed, or whose end is told otherwise, stays as it is', async () => {
    scripted.script('createRefund', { status: 'failed' })
    const { open, refund } = await refunded()
    await tell(refund, REVERSED)
    expect(await stateOf(refund.id)).toEqual([{ status: 'failed', hasTime: false }])
    scripted.script('createRefund', SUCCEEDED)
    const other = await refundOf(open)
    await tell(other, { status: 'failed' })
    await tell(other, PENDING)
    scripted.script('inquireRefund', { status: 'not_found' })
    await post({ paymentId: other.paymentId, refundId: other.id })
    await finishRefunds(api.context)
    expect(await stateOf(other.id)).toEqual([{ status: 'succeeded', hasTime: false }])
    expect(scripted.count('createRefund')).toBe(2)
  })

  it.each([
    ['the processor has not answered', true],
    ['its return could not be written', false],
  ])('R-94: is asked about again where %s', async (_why, isSilent) => {
    const { open, refund } = await refunded()
    scripted.script('inquireRefund', isSilent ? SILENT : REVERSED)
    const { paymentId, id: refundId } = refund
    await post({ paymentId, ...(!isTold && { refundId }) })
    const { database } = api.context
    const transaction: typeof database.transaction = async () => {
      throw new Error('the connection is lost')
    }
    await finishRefunds({ ...api.context, database: { ...database, transaction } })
    expect((await open.read()).amountRefunded).toBe(AMOUNT)
    scripted.script('inquireRefund', REVERSED)
    await pass(1)
    expect((await open.read()).amountRefunded).toBe(0)
    expect(await news(open)).toEqual([
      ['refund.succeeded', 'succeeded', AMOUNT],
      ['refund.reversed', 'reversed', 0],
    ])
    const asked = scripted.count('inquireRefund')
    await pass(1)
    expect(scripted.count('inquireRefund')).toBe(asked)
  })

  describe('R-94: of owed money', () => {
    /** Late money of a canceled session, given back by the worker. */
    const owed = async () => {
      const open = await createTestSession(api)
      const expiresAt = new Date(api.clock.now().getTime() + 600_000).toISOString()
      scripted.script('createPayment', {
        status: 'requires_action',
        action: { type: 'pix', brCode: '000201', expiresAt },
      })
      const paymentId = (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''
      scripted.script('inquire', { status: 'failed', declineCode: 'pix_expired' })
      await post({ paymentId })
      await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
      scripted.script('inquire', CAPTURED)
      await post({ paymentId })
      await finishRefunds(api.context)
      const [first] = await refundsOf(paymentId)
      return { open, paymentId, refund: { id: first?.id ?? '', paymentId } }
    }
    const refundsOf = (paymentId: string) =>
      api.sql<{ id: string; status: string }>(
        'select id, status from refunds where payment_id = $1 order by id',
        paymentId,
      )
    const statesOf = async (paymentId: string) =>
      (await refundsOf(paymentId)).map(({ status }) => status)
    const operator = () => ({ ...api.context, actor: { kind: 'command', user: 'ana' } }) as never

    it('is held for a person, and sent again only when one says so', async () => {
      const { open, paymentId, refund } = await owed()
      expect((await open.read()).amountOwed).toBe(0)
      await tell(refund, REVERSED)
      expect((await open.read()).amountOwed).toBe(AMOUNT)
      await findOwedRefunds(api.context)
      await pass(3)
      await findOwedRefunds(api.context)
      await pass(3)
      expect(await statesOf(paymentId)).toEqual(['reversed'])
      await retryOwedRefund(operator(), { paymentId })
      await finishRefunds(api.context)
      expect(await statesOf(paymentId)).toEqual(['reversed', 'succeeded'])
      expect((await open.read()).amountOwed).toBe(0)
    })

    it('ends when it is paid outside', async () => {
      const { open, paymentId, refund } = await owed()
      await tell(refund, REVERSED)
      await markPaidOutside(operator(), { paymentId, reason: 'paid by hand' })
      expect((await open.read()).amountOwed).toBe(0)
      await findOwedRefunds(api.context)
      await pass(1)
      expect(await statesOf(paymentId)).toEqual(['reversed'])
    })
  })

  const times = () =>
    scripted.calls.flatMap(([call, argument]) =>
      call === 'createRefund' ? [(argument as NewRefund).requestedAt] : [],
    )

  it('carries the time of its first request', async () => {
    const { open } = await pay()
    scripted.script('createRefund', SILENT)
    scripted.script('inquireRefund', { status: 'not_found' })
    await refundOf(open)
    await pass(1)
    await pass(1)
    const [first, ...rest] = times()
    expect(first).toBeInstanceOf(Date)
    expect(rest).toEqual([first, first])
    expect(scripted.known.at(-2)).toMatchObject(['inquireRefund', { requestedAt: first }])
    scripted.script('inquireRefund', SUCCEEDED)
    await pass(1)
  })

  it('counts its time anew once it certainly was not sent', async () => {
    const { open } = await pay()
    scripted.script('createRefund', { status: 'pending', isNotSent: true })
    scripted.script('inquireRefund', { status: 'not_found' })
    const { id } = await refundOf(open)
    const kept = await api.sql('select requested_at from refunds where id = $1', id)
    expect(kept).toEqual([{ requested_at: null }])
    scripted.script('createRefund', SUCCEEDED)
    await pass(1)
    expect((await open.read()).paymentStatus).toBe('refunded')
    expect(times()).toEqual([expect.any(Date), expect.any(Date)])
  })
})

it('R-94: is not sent again by a processor that is told, once its key may be forgotten', async () => {
  const scripted = createScriptedProcessor()
  const api = await startTestApi({ processor: { ...scripted, isTold: true } })
  scripted.script('createPayment', CAPTURED)
  scripted.script('createRefund', SILENT)
  scripted.script('inquireRefund', { status: 'not_found' })
  const open = await createTestSession(api)
  await open.pay(SEALED_CARD)
  await api.merchant.post(`/v1/sessions/${open.id}/refunds`)
  await api.sql(`update refunds set requested_at = requested_at - interval '6 days 1 minute'`)
  api.clock.advance(DAY_MS)
  await finishRefunds(api.context)
  expect(scripted.count('createRefund')).toBe(1)
  expect(scripted.known.at(-1)).toMatchObject([
    'inquireRefund',
    { requestedAt: expect.any(Date) as Date } satisfies Partial<KnownRefund>,
  ])
  await api.close()
})
