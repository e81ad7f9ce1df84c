import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { Dispute, DisputeList } from '#contract/dispute.ts'
import { DISPUTE_STAGES, DISPUTE_STATES, type DisputeStepKind } from '#contract/dispute-states.ts'
import { standingOf, STEPS, type ToldDispute } from '#domain/dispute.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { readTimeline } from '#server/service/sessions/read-timeline.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'

const AMOUNT = 25_990
const RESPOND_BY = '2026-12-31T02:03:07.000Z'

const told = (reference: string, step: DisputeStepKind, changes: Partial<ToldDispute> = {}) => ({
  reference,
  step,
  amountMinor: AMOUNT,
  currency: 'BRL',
  ...changes,
})

describe('R-96: what a processor tells of disputes', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const took = (disputes: ToldDispute[], reversedMinor = 0) =>
    ({
      status: 'succeeded',
      capturedMinor: AMOUNT,
      currency: 'BRL',
      ...(reversedMinor > 0 && { reversedMinor }),
      disputes,
    }) as const

  const pay = async (disputes: ToldDispute[] = []) => {
    const open = await createTestSession(api)
    processor.script('createPayment', took(disputes))
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    if (payment === null) throw new Error('no payment')
    return { open, paymentId: payment.id }
  }
  const report = async (paymentId: string, disputes: ToldDispute[], reversedMinor = 0) => {
    processor.script('inquire', took(disputes, reversedMinor))
    // One inquiry per payment and second is made at once; a later one waits for the worker.
    api.clock.advance(1000)
    const body = { notificationId: randomUUID(), paymentId }
    const headers = { 'x-scripted': 'authentic' }
    const { status } = await api.anyone.post('/processor/notifications', body, headers)
    expect(status).toBe(204)
  }
  const disputesOf = async (open: OpenSession) =>
    (await api.merchant.get(`/v1/sessions/${open.id}/disputes`)).as(DisputeList).data
  const idOf = async (open: OpenSession) => {
    const [dispute] = await disputesOf(open)
    if (dispute === undefined) throw new Error('no dispute')
    return dispute.id
  }
  const eventsOf = async (open: OpenSession) =>
    (await open.notifications()).filter(({ type }) => type.startsWith('dispute.'))

  it('is told line by line in the timeline, as what the processor says of the payment', async () => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    await report(paymentId, [told(reference, 'notified')])
    await report(paymentId, [told(reference, 'chargeback')], AMOUNT)
    await report(paymentId, [told(reference, 'period_ended')], AMOUNT)
    const timeline = await readTimeline(api.context, { id: open.id, merchantId: null })
    const lines = timeline?.lines.filter(
      ({ kind, what }) => kind === 'payment_changed' && what?.startsWith('dispute.'),
    )
    const line = { lane: 'processor', subject: paymentId, outcome: null }
    expect(lines).toMatchObject([
      { ...line, what: 'dispute.opened' },
      { ...line, what: 'dispute.lost' },
    ])
  })

  it('is read by its merchant, and announced with payment, session and dispute', async () => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    const opened = told(reference, 'notified', {
      at: '2026-11-20T12:00:00-03:00',
      network: 'mc',
      reasonCode: '4853',
      reason: 'Cardholder Dispute',
      respondBy: RESPOND_BY,
    })
    await report(paymentId, [opened])
    await report(paymentId, [opened, told(reference, 'chargeback')], AMOUNT)
    const [dispute] = await disputesOf(open)
    expect(dispute).toMatchObject({
      object: 'dispute',
      merchantId: api.merchant.id,
      sessionId: open.id,
      paymentId,
      status: 'needs_response',
      stage: 'chargeback',
      amount: AMOUNT,
      currency: 'BRL',
      network: 'mc',
      reasonCode: '4853',
      reason: 'Cardholder Dispute',
      respondBy: RESPOND_BY,
      respondByIsProven: false,
      processorReference: reference,
      openedAt: '2026-11-20T15:00:00.000Z',
      closedAt: null,
      steps: [{ kind: 'notified' }, { kind: 'chargeback' }],
    })
    const id = await idOf(open)
    expect((await api.merchant.get(`/v1/disputes/${id}`)).as(Dispute)).toEqual(dispute)
    const [event, ...others] = await eventsOf(open)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'dispute.opened',
      data: { session: { id: open.id }, payment: { id: paymentId }, dispute: { id } },
    })
    const listed = (await api.merchant.get('/v1/disputes?status=needs_response')).as(DisputeList)
    expect(listed.data).toContainEqual(dispute)
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountReversed: AMOUNT })
  })

  it('R-95: stands the same after every order, repetition and gap of its steps', async () => {
    const kinds: DisputeStepKind[] = [
      'notified',
      'chargeback',
      'evidence_supplied',
      'chargeback_reversed',
    ]
    const { open, paymentId } = await pay()
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(kinds, { minLength: 1 }),
        fc.array(fc.constantFrom(...kinds), { maxLength: 2 }),
        async (order, repeated) => {
          const reference = randomUUID()
          for (const kind of [...order, ...repeated.filter((kind) => order.includes(kind))])
            await report(paymentId, [told(reference, kind)])
          const found = await disputesOf(open)
          const dispute = found.find(({ processorReference }) => processorReference === reference)
          const { stage, status } = standingOf(order) ?? {}
          expect(dispute).toMatchObject({ stage, status })
          expect(dispute?.steps.map(({ kind }) => kind).toSorted()).toEqual(order.toSorted())
        },
      ),
      { numRuns: 12 },
    )
  })

  it('is opened, won, lost and reopened, each with one event', async () => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    const steps: ToldDispute[] = []
    for (const kind of [
      'chargeback',
      'evidence_supplied',
      'chargeback_reversed',
      'second_chargeback',
      'pre_arbitration_opened',
      'pre_arbitration_won',
    ] as const) {
      steps.push(told(reference, kind))
      await report(paymentId, steps)
      await report(paymentId, steps)
    }
    expect((await eventsOf(open)).map(({ type, data }) => [type, data.dispute?.status])).toEqual([
      ['dispute.opened', 'needs_response'],
      ['dispute.updated', 'under_review'],
      ['dispute.won', 'won'],
      ['dispute.lost', 'lost'],
      ['dispute.updated', 'needs_response'],
      ['dispute.won', 'won'],
    ])
    const sequences = (await open.notifications()).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
    expect((await disputesOf(open))[0]?.closedAt).not.toBeNull()
  })

  it('is written with the settlement where the processor tells it at once', async () => {
    const { open } = await pay([told(randomUUID(), 'period_ended')])
    expect((await open.notifications()).map(({ type }) => type)).toEqual([
      'payment.succeeded',
      'session.completed',
      'dispute.opened',
      'dispute.lost',
    ])
  })

  it('is updated where its deadline changes, and keeps it where none is said', async () => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    const later = '2027-01-05T00:00:00.000Z'
    for (const respondBy of [RESPOND_BY, RESPOND_BY, later, 'soon', '2020-01-01T00:00:00Z'])
      await report(paymentId, [told(reference, 'chargeback', { respondBy })])
    expect((await eventsOf(open)).map(({ data }) => data.dispute?.respondBy)).toEqual([
      RESPOND_BY,
      later,
    ])
    expect((await disputesOf(open))[0]?.respondBy).toBe(later)
  })

  it.each([
    ['step', { step: 'unheard_of' as DisputeStepKind }],
    ['amount', { amountMinor: -1 }],
    ['currency', { currency: 'reais' }],
    ['reference', { reference: '' }],
  ])('is ignored and logged where its %s cannot be read, and the others count', async (_, bad) => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    await report(paymentId, [
      { ...told(randomUUID(), 'chargeback'), ...bad },
      told(reference, 'chargeback'),
    ])
    expect((await disputesOf(open)).map(({ processorReference }) => processorReference)).toEqual([
      reference,
    ])
    expect(api.logged.join('\n')).toContain('a step of a dispute that cannot be read')
  })

  it('belongs to one payment', async () => {
    const reference = randomUUID()
    const first = await pay()
    await report(first.paymentId, [told(reference, 'chargeback')])
    const second = await pay()
    await report(second.paymentId, [told(reference, 'chargeback_reversed')])
    expect(await disputesOf(second.open)).toEqual([])
    expect(await disputesOf(first.open)).toMatchObject([{ status: 'needs_response' }])
  })

  it('leaves a refund to the stage of an inquiry: afterwards nothing is left', async () => {
    const { open, paymentId } = await pay()
    const reference = randomUUID()
    const refund = (amount: number) =>
      api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount })
    processor.script('createRefund', { status: 'succeeded' })
    await report(paymentId, [told(reference, 'inquiry_opened')])
    expect((await refund(1_000)).status).toBe(201)
    await report(paymentId, [told(reference, 'chargeback')], AMOUNT)
    expect((await refund(1)).problem().code).toBe('refund_exceeds_payment')
  })

  describe('bad input', () => {
    it('names the states where it knows none of that name', async () => {
      const problem = (await api.merchant.get('/v1/disputes?status=open')).problem()
      expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'status' }] })
      const text = JSON.stringify(problem.errors)
      for (const state of DISPUTE_STATES) expect(text).toContain(state)
    })

    it('answers the same for a foreign dispute as for none', async () => {
      const { open, paymentId } = await pay()
      await report(paymentId, [told(randomUUID(), 'chargeback')])
      const id = await idOf(open)
      const other = await api.addMerchant()
      const unknown = 'dp_0Tq7gLh2RkX5wZs9vMd3Yc'
      for (const path of [`/v1/disputes/${id}`, `/v1/disputes/${unknown}`, '/v1/disputes/dp_1'])
        expect((await other.get(path)).problem().code).toBe('not_found')
      expect((await other.get(`/v1/sessions/${open.id}/disputes`)).problem().code).toBe('not_found')
      for (const cursor of [id, unknown])
        expect((await other.get(`/v1/disputes?after=${cursor}`)).problem().code).toBe(
          'invalid_cursor',
        )
    })

    it('pages without a gap', async () => {
      const merchant = await api.addMerchant()
      const open = await createTestSession(api, {}, merchant)
      processor.script(
        'createPayment',
        took(Array.from({ length: 5 }, () => told(randomUUID(), 'chargeback'))),
      )
      await open.pay(SEALED_CARD)
      const all = (await merchant.get('/v1/disputes')).as(DisputeList).data
      expect(all).toHaveLength(5)
      const paged: Dispute[] = []
      for (let after = ''; ;) {
        const page = (await merchant.get(`/v1/disputes?limit=2${after}`)).as(DisputeList)
        paged.push(...page.data)
        if (!page.hasMore) break
        after = `&after=${paged.at(-1)?.id}`
      }
      expect(paged).toEqual(all)
    })
  })

  describe('R-97: in the database, too', () => {
    it('never goes back, and stands where its step does', async () => {
      const { open, paymentId } = await pay()
      await report(paymentId, [told(randomUUID(), 'chargeback_reversed')])
      const id = await idOf(open)
      const set = (rank: number, stage: string, status: string) =>
        api.sql(
          `update disputes set rank = $2::integer, stage = $3, status = $4::text,
             closed_at = case when $4 in ('won', 'lost') then now() end where id = $1`,
          id,
          rank,
          stage,
          status,
        )
      await expect(set(30, 'chargeback', 'needs_response')).rejects.toThrow('back to 30')
      const legal = new Set(
        Object.values(STEPS).map(({ rank, stage, status }) => `${rank} ${stage} ${status}`),
      )
      const ranks = [...new Set(Object.values(STEPS).map(({ rank }) => rank))].filter(
        (rank) => rank >= 60,
      )
      for (const rank of ranks)
        for (const stage of DISPUTE_STAGES)
          for (const status of DISPUTE_STATES) {
            const attempt = set(rank, stage, status).then(
              () => true,
              () => false,
            )
            expect(await attempt).toBe(legal.has(`${rank} ${stage} ${status}`))
          }
    })

    it('keeps its session from rest while it is open', async () => {
      const { open, paymentId } = await pay()
      const isAtRest = async () => {
        const rows = await api.sql<{ rest: boolean }>(
          `select session_is_at_rest($1, now() + interval '100 years') as rest`,
          open.id,
        )
        return rows[0]?.rest
      }
      const deliver = () =>
        api.sql(
          `update deliveries set status = 'succeeded', finished_at = now(), next_attempt_at = null`,
        )
      await deliver()
      expect(await isAtRest()).toBe(true)
      const reference = randomUUID()
      await report(paymentId, [told(reference, 'chargeback')])
      await deliver()
      expect(await isAtRest()).toBe(false)
      await report(paymentId, [told(reference, 'period_ended')])
      await deliver()
      expect(await isAtRest()).toBe(true)
    })
  })
})

describe('R-96: disputes that a told processor folds from facts', () => {
  it('are applied with the outcome of their payment, whenever it is known', async () => {
    const step = told('told-1', 'chargeback')
    const processor = {
      ...createScriptedProcessor(),
      isTold: true,
      disputes: () => [step, { ...step, step: 'inquiry_opened' as const }],
    }
    const api = await startTestApi({ processor })
    const open = await createTestSession(api)
    processor.script('createPayment', { status: 'processing' })
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    const notify = async () => {
      api.clock.advance(1000)
      const body = { notificationId: randomUUID(), paymentId: payment?.id }
      await api.anyone.post('/processor/notifications', body, { 'x-scripted': 'authentic' })
      return (await api.merchant.get(`/v1/sessions/${open.id}/disputes`)).as(DisputeList).data
    }
    processor.script('inquire', { status: 'processing' })
    expect(await notify()).toEqual([])
    processor.script('inquire', { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' })
    expect(await notify()).toMatchObject([
      {
        status: 'needs_response',
        stage: 'chargeback',
        steps: [{ kind: 'chargeback' }, { kind: 'inquiry_opened' }],
      },
    ])
    await api.close()
  })
})
