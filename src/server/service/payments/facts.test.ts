import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Needs } from '#contract/dashboard/needs.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import type { KnownPayment, Processor, ProcessorInquiry } from '../../processors/processor.ts'
import { prune } from '../installation/prune.ts'
import { readTimeline } from '../sessions/read-timeline.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

/** A payment is paid once both `authorized` and `captured` are proved, in whatever order. */
function foldFacts({ facts }: KnownPayment): ProcessorInquiry {
  const proved = new Set(facts.map(({ code }) => code))
  if (proved.has('refused')) return { status: 'failed', declineCode: 'card_declined' }
  if (!proved.has('authorized') || !proved.has('captured')) return { status: 'not_known_yet' }
  return proved.has('taken back') ? { ...SUCCEEDED, reversedMinor: 25_990 } : SUCCEEDED
}

// tests guard: kept-facts

describe('a processor that is told, and cannot be asked', () => {
  const scripted = createScriptedProcessor()
  const processor: Processor = {
    ...scripted,
    isTold: true,
    inquire: async (_id, known) => foldFacts(known),
    disputes: ({ paymentId: reference, facts }) =>
      facts.some(({ code }) => code === 'notified')
        ? [{ reference, step: 'notified', amountMinor: 25_990, currency: 'BRL' }]
        : [],
    isFraudReported: ({ facts }) => facts.some(({ code }) => code === 'TC40' || code === 'SAFE'),
    async readNotification(rawBody) {
      return JSON.parse(rawBody) as { notificationId: string; paymentId: string }[]
    },
  }
  let api: TestApi
  let dashboard: DashboardOfApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
    dashboard = openDashboardOf(api)
  })
  afterAll(() => api.close())

  const send = async (body: object[]) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await api.fetch(new Request(`${API_URL}/processor/notifications`, request))).status
  }
  const begin = async (merchant = api.merchant) => {
    scripted.script('createPayment', { status: 'processing' })
    const open = await createTestSession(api, {}, merchant)
    const paymentId = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    const fact = (code: string) => ({
      notificationId: `${paymentId} ${code}`,
      paymentId,
      facts: { code },
    })
    return { open, fact }
  }
  const look = async () => {
    api.clock.advance(5_000)
    await resolvePayments(api.context)
  }

  it.each([
    [['authorized', 'captured']],
    [['captured', 'authorized']],
    [['captured', 'captured', 'authorized']],
  ])('reaches one outcome by %j', async (codes) => {
    const { open, fact } = await begin()
    for (const code of codes) {
      expect((await open.read()).paymentStatus).toBe('processing')
      expect(await send([fact(code)])).toBe(204)
      await look()
    }
    expect((await open.read()).paymentStatus).toBe('paid')
    expect(scripted.count('cancelPayment')).toBe(0)
  })

  it('is told of several payments at once, and of some that are not ours', async () => {
    const [one, other] = [await begin(), await begin()]
    const foreign = { notificationId: 'f', paymentId: 'pay_0000000000000000000000', facts: {} }
    expect(
      await send([one.fact('authorized'), foreign, one.fact('captured'), other.fact('refused')]),
    ).toBe(204)
    expect(await send([])).toBe(204)
    await look()
    expect((await one.open.read()).paymentStatus).toBe('paid')
    expect((await other.open.look()).payment?.declineCode).toBe('card_declined')
  })

  it('is told of the rest after what it was told first is older than notifications are kept', async () => {
    const { open, fact } = await begin()
    expect(await send([fact('authorized')])).toBe(204)
    api.clock.advance(31 * 86_400_000)
    await prune(api.context)
    expect(await send([fact('captured')])).toBe(204)
    await look()
    expect((await open.look()).payment?.status).toBe('succeeded')
  })

  describe('R-110: a fraud notice', () => {
    const pay = async () => {
      const merchant = await api.addMerchant()
      const { open, fact } = await begin(merchant)
      return {
        merchant,
        open,
        tell: async (...codes: string[]) => {
          for (const code of codes) {
            expect(await send([fact(code)])).toBe(204)
            await look()
          }
        },
        needs: async () => {
          const owner = await dashboard.signIn({ merchantId: merchant.id, role: 'owner' })
          return Needs.parse((await owner.get('/api/needs')).body).needs
        },
        story: async () => {
          const told = await readTimeline(api.context, { id: open.id, merchantId: merchant.id })
          return {
            lines: told?.lines.filter(({ kind }) => kind === 'fraud_reported'),
            next: told?.explanation.next,
          }
        },
      }
    }

    it.each([
      [['TC40', 'authorized', 'captured']],
      [['authorized', 'TC40', 'captured']],
      [['authorized', 'captured', 'TC40']],
    ])('is told once, and is no dispute, by %j', async (codes) => {
      const { open, tell, needs, story } = await pay()
      await tell(...codes)
      const [found] = await needs()
      expect(await needs()).toMatchObject([
        { kind: 'fraud_reported', count: 1, sessionId: open.id },
      ])
      expect(await story()).toMatchObject({
        lines: [{ lane: 'processor' }],
        next: { key: 'check_order', acts: [{ act: 'refund.create' }] },
      })
      const before = await open.read()
      await tell('SAFE')
      expect(await open.read()).toEqual(before)
      expect(before).toMatchObject({ paymentStatus: 'paid', amountReversed: 0 })
      expect(await needs()).toEqual([found])
      expect((await open.notifications()).map(({ type }) => type)).not.toContain('dispute.opened')
    })

    it('needs nobody once the money is refunded in full', async () => {
      const { merchant, open, tell, needs, story } = await pay()
      await tell('authorized', 'captured', 'TC40')
      const refund = (key: string, body: object) =>
        merchant.post(`/v1/sessions/${open.id}/refunds`, body, { 'idempotency-key': key })
      expect((await refund('part', { amount: 990 })).status).toBe(201)
      expect((await needs()).map(({ kind }) => kind)).toEqual(['fraud_reported'])
      expect((await refund('rest', {})).status).toBe(201)
      expect(await needs()).toEqual([])
      expect((await story()).lines).toHaveLength(1)
    })

    it('needs nobody once the money is taken back', async () => {
      const { tell, needs } = await pay()
      await tell('authorized', 'captured', 'TC40', 'taken back')
      expect((await needs()).map(({ kind }) => kind)).toEqual(['taken_back'])
    })

    it('needs nobody once the payment is disputed, which is told itself', async () => {
      const { tell, needs, story } = await pay()
      await tell('authorized', 'captured', 'TC40', 'notified')
      expect(await needs()).toEqual([])
      expect((await story()).lines).toHaveLength(1)
      expect((await story()).next?.key).toMatch(/^answer_/)
    })

    it('needs nobody after a month, and nobody of another merchant', async () => {
      const { tell, needs } = await pay()
      const other = await pay()
      await tell('authorized', 'captured', 'TC40')
      expect(await other.needs()).toEqual([])
      api.clock.advance(29 * 86_400_000)
      expect(await needs()).toHaveLength(1)
      api.clock.advance(2 * 86_400_000)
      expect(await needs()).toEqual([])
    })
  })

  it('is told again about what was applied, and nothing happens', async () => {
    const { open, fact } = await begin()
    await send([fact('refused')])
    await look()
    const before = await open.read()
    for (let time = 0; time < 3; time++) expect(await send([fact('refused')])).toBe(204)
    expect(await open.read()).toEqual(before)
  })
})
