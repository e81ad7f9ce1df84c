import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import {
  createScriptedProcessor,
  SILENT,
  type ScriptedProcessor,
} from '#proof/testing/scripted-processor.ts'
import type { SessionWithPayment } from '../../database/sessions/sessions.ts'
import { createTestSession, SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import { asObject, type IdempotentRequest } from '../idempotency.ts'
import { captureSession } from './capture-session.ts'
import { finishIntents } from './finish-intents.ts'
import { releaseEndedHolds } from './release-hold.ts'
import { resolvePayments } from './resolve-payments.ts'
import { voidSession } from './void-session.ts'

// tests guard: keys-are-forgotten
// tests guard: committed-capture
// tests guard: unseen-is-released

const AMOUNT = 25_990
const HELD = { status: 'authorized', authorizedMinor: AMOUNT, currency: 'BRL' } as const
const CAPTURED = { status: 'captured', capturedMinor: AMOUNT, currency: 'BRL' } as const
const PAID = { status: 'succeeded', capturedMinor: AMOUNT, currency: 'BRL' } as const
const VOIDED = { status: 'voided', reason: 'requested' } as const
const REFUSED = { status: 'refused', reason: 'refused' } as const
const DAY_MS = 86_400_000
const LEASE_MS = 30_000

interface Row {
  status: string
  intent: string | null
  captureMinor: number | null
  captureFailedMinor: number | null
  voidReason: string | null
  isReleased: boolean
}

let processor: ScriptedProcessor
let api: TestApi
beforeAll(async () => {
  processor = createScriptedProcessor({ holds: true })
  api = await startTestApi({ processor })
})
afterAll(() => api.close())
beforeEach(() => {
  processor.script('createPayment', HELD)
  processor.script('capturePayment', CAPTURED)
  processor.script('cancelPayment', VOIDED)
  processor.script('inquire', HELD)
})

const rowOf = async ({ id }: { id: string }) => {
  const [row] = await api.sql<Row>(
    `select p.status, p.intent, p.capture_minor as "captureMinor", p.capture_failed_minor as "captureFailedMinor",
       p.void_reason as "voidReason", p.released_at is not null as "isReleased"
     from payments p where p.session_id = $1 order by p.id desc limit 1`,
    id,
  )
  return row
}
const typesOf = async (open: OpenSession) => (await open.notifications()).map(({ type }) => type)
const states = async (open: OpenSession) => {
  const { status, paymentStatus } = await open.read()
  return [status, paymentStatus]
}
const callsOf = (call: string, { id }: { id?: string }) =>
  processor.calls.filter(
    ([name, asked]) =>
      name === call && (asked === id || (asked as { paymentId?: string }).paymentId === id),
  )
const pay = async (open: OpenSession) => {
  const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
  return payment?.id ?? ''
}
const held = async () => {
  const open = await createTestSession(api, { captureMethod: 'manual' })
  return { open, id: await pay(open) }
}
const actor = { kind: 'server' } as const
const underKey = (key: string): IdempotentRequest => ({
  route: 'POST /v1/sessions/{id}/capture',
  key,
  bodyHash: Buffer.from('same'),
  valueHash: Buffer.from('same'),
})
const capture = (
  { id }: OpenSession,
  amountMinor?: number,
  key = randomUUID(),
  presenter = asObject<SessionWithPayment>(),
) =>
  captureSession(
    api.context,
    { merchantId: api.merchant.id, sessionId: id, amountMinor, actor, idempotent: underKey(key) },
    presenter,
  )
const release = (
  { id }: OpenSession,
  reason?: string,
  idempotent?: IdempotentRequest,
  presenter = asObject<SessionWithPayment>(),
) =>
  voidSession(
    api.context,
    { merchantId: api.merchant.id, sessionId: id, reason, actor, idempotent },
    presenter,
  )
/** The process dies between what it has done and its answer. */
const DYING = {
  ...asObject<SessionWithPayment>(),
  present(): never {
    throw new Error('died')
  },
}
/** Lets the worker do what is due after a time. */
const work = async (afterMs = 0) => {
  api.clock.advance(afterMs)
  await releaseEndedHolds(api.context)
  await finishIntents(api.context)
}

describe('R-89: a payment with manual capture', () => {
  it('is held, and the session stays open, cannot be paid twice, canceled or expire', async () => {
    const { open, id } = await held()
    expect(await rowOf(open)).toMatchObject({ status: 'authorized', intent: null })
    expect(await states(open)).toEqual(['open', 'authorized'])
    expect(await typesOf(open)).toEqual(['payment.authorized'])
    expect(callsOf('createPayment', { id })[0]?.[1]).toMatchObject({ captureMethod: 'manual' })
    expect((await open.pay(SEALED_CARD)).problem().code).toBe('payment_in_progress')
    const canceled = await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect(canceled.problem().code).toBe('payment_in_progress')
    api.clock.advance(DAY_MS)
    expect(await states(open)).toEqual(['open', 'authorized'])
    const refund = await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1 })
    expect(refund.problem().code).toBe('not_paid')
    expect(callsOf('capturePayment', { id })).toEqual([])
  })

  it.each([undefined, 20_000])('is captured once, by %s', async (amountMinor) => {
    const { open, id } = await held()
    const capturedMinor = amountMinor ?? AMOUNT
    processor.script('capturePayment', { ...CAPTURED, capturedMinor })
    expect(await capture(open, amountMinor)).toMatchObject({
      outcome: 'done',
      value: { status: 'complete', paymentStatus: 'paid', amountCapturedMinor: capturedMinor },
    })
    expect(callsOf('capturePayment', { id })).toEqual([
      ['capturePayment', expect.objectContaining({ paymentId: id, amountMinor: capturedMinor })],
    ])
    expect(await rowOf(open)).toMatchObject({ status: 'succeeded', captureMinor: capturedMinor })
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await capture(open)).toMatchObject({ outcome: 'refused', code: 'already_paid' })
    expect(await release(open)).toMatchObject({ outcome: 'refused', code: 'already_paid' })
  })

  it('is released, which cancels the session with its reason', async () => {
    const { open } = await held()
    expect(await release(open, 'stay canceled')).toMatchObject({
      value: { status: 'canceled', paymentStatus: 'unpaid', cancellationReason: 'stay canceled' },
    })
    expect(await rowOf(open)).toMatchObject({ status: 'voided', voidReason: 'requested' })
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.voided',
      'session.canceled',
    ])
    const refusal = { outcome: 'refused', code: 'nothing_authorized' }
    expect(await capture(open)).toMatchObject(refusal)
    expect(await release(open)).toMatchObject(refusal)
    expect((await open.pay(SEALED_CARD)).problem().code).toBe('session_canceled')
  })

  it('is released when its time ends, which expires the session', async () => {
    const { open, id } = await held()
    await work(7 * DAY_MS - 1000)
    expect(callsOf('cancelPayment', { id })).toEqual([])
    await work(2000)
    await work()
    expect(await states(open)).toEqual(['expired', 'unpaid'])
    expect(await rowOf(open)).toMatchObject({ status: 'voided', voidReason: 'expired' })
    expect(await typesOf(open)).toEqual(['payment.authorized', 'payment.voided', 'session.expired'])
  })

  it('refuses what does not fit', async () => {
    const open = await createTestSession(api, { captureMethod: 'manual' })
    const nothing = { outcome: 'refused', code: 'nothing_authorized' }
    expect(await capture(open)).toMatchObject(nothing)
    await pay(open)
    expect(await capture(open, AMOUNT + 1)).toMatchObject({
      code: 'capture_exceeds_authorization',
      detail: 'BRL 259.90 are authorized.',
    })
    const strange = { merchantId: randomUUID(), sessionId: open.id, actor, idempotent: undefined }
    expect(await captureSession(api.context, strange, asObject())).toMatchObject({
      code: 'not_found',
    })
    const other = { ...strange, merchantId: api.merchant.id, paymentId: 'pay_other' }
    expect(await captureSession(api.context, other, asObject())).toMatchObject(nothing)
  })

  it('stays held where the processor refuses to capture, and may be captured again', async () => {
    const { open } = await held()
    processor.script('capturePayment', REFUSED, { ...CAPTURED, capturedMinor: 100 })
    expect(await capture(open, 200)).toMatchObject({
      value: { status: 'open', paymentStatus: 'authorized' },
    })
    expect(await rowOf(open)).toMatchObject({
      status: 'authorized',
      intent: null,
      captureMinor: null,
      captureFailedMinor: 200,
    })
    await capture(open, 100)
    expect(await states(open)).toEqual(['complete', 'paid'])
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.capture_failed',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('ends where the processor says that the hold had ended', async () => {
    const { open } = await held()
    processor.script('capturePayment', { status: 'refused', reason: 'expired' })
    await capture(open)
    expect(await states(open)).toEqual(['expired', 'unpaid'])
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.capture_failed',
      'payment.voided',
      'session.expired',
    ])
  })

  it('is not held by methods that take the money at once, nor by accounts that hold nothing', async () => {
    const asked = { merchantId: api.merchant.id, amount: 100, captureMethod: 'manual' }
    const named = await api.merchant.post('/v1/sessions', { ...asked, paymentMethods: ['pix'] })
    expect(named.problem().errors).toMatchObject([
      { path: 'paymentMethods.0', code: 'unsupported_method' },
    ])
    const other = await startTestApi({ processor: createScriptedProcessor() })
    const refused = await other.merchant.post('/v1/sessions', {
      ...asked,
      merchantId: other.merchant.id,
    })
    await other.close()
    expect(refused.problem().errors).toMatchObject([
      { path: 'captureMethod', code: 'unsupported_method' },
    ])
    const open = await createTestSession(api, { captureMethod: 'manual' })
    expect(open.session.paymentMethods).toEqual(['card'])
  })
})

describe('R-90: a capture or release is committed before its call, and repeated until it is decided', () => {
  it('is repeated under one key while the processor is silent, and nothing else begins meanwhile', async () => {
    const { open, id } = await held()
    processor.script('capturePayment', SILENT, { status: 'pending' }, CAPTURED)
    expect(await capture(open)).toMatchObject({
      value: { status: 'open', payment: { intent: 'capture' } },
    })
    expect(await capture(open)).toMatchObject({ code: 'capture_in_progress' })
    expect(await release(open)).toMatchObject({ code: 'capture_in_progress' })
    await work(1000)
    expect(callsOf('capturePayment', { id })).toHaveLength(1)
    await work(10_000)
    expect(await states(open)).toEqual(['open', 'authorized'])
    await work(60_000)
    expect(await states(open)).toEqual(['complete', 'paid'])
    const calls = callsOf('capturePayment', { id })
    expect(calls).toHaveLength(3)
    expect(new Set(calls.map(([, asked]) => JSON.stringify(asked))).size).toBe(1)
  })

  it('is in its row when the processor is asked', async () => {
    const { open, id } = await held()
    const answer = Promise.withResolvers<typeof CAPTURED>()
    processor.script('capturePayment', answer.promise)
    const asking = capture(open)
    await vi.waitFor(() => expect(callsOf('capturePayment', { id })).toHaveLength(1), 10_000)
    expect(await rowOf(open)).toMatchObject({ intent: 'capture', captureMinor: AMOUNT })
    answer.resolve(CAPTURED)
    await asking
    expect(await states(open)).toEqual(['complete', 'paid'])
  })

  it('is told once where a fact overtakes the repetition', async () => {
    const { open, id } = await held()
    processor.script('capturePayment', SILENT)
    await capture(open, 20_000)
    processor.script('inquire', { ...PAID, capturedMinor: 20_000 })
    api.clock.advance(DAY_MS)
    await resolvePayments(api.context)
    expect(await states(open)).toEqual(['complete', 'paid'])
    await work(DAY_MS)
    expect(callsOf('capturePayment', { id })).toHaveLength(1)
  })

  it('is never sent again later than six days after the first time', async () => {
    const { open, id } = await held()
    processor.script('capturePayment', SILENT)
    await capture(open)
    await work(6 * DAY_MS - 60_000)
    expect(callsOf('capturePayment', { id })).toHaveLength(2)
    await work(2 * DAY_MS)
    await work(30 * DAY_MS)
    expect(callsOf('capturePayment', { id })).toHaveLength(2)
    expect(await rowOf(open)).toMatchObject({ status: 'authorized', intent: 'capture' })
  })

  it('is sent again at any time where it is a release: it gives back once', async () => {
    const { open, id } = await held()
    processor.script('cancelPayment', SILENT, VOIDED)
    await release(open)
    await work(30 * DAY_MS)
    expect(callsOf('cancelPayment', { id })).toHaveLength(2)
    expect(await rowOf(open)).toMatchObject({ status: 'voided', intent: null })
  })

  it('is performed by one of many workers at once', async () => {
    const { open, id } = await held()
    await api.sql("update payments set capture_before = now() - interval '1 day' where id = $1", id)
    await Promise.all(Array.from({ length: 4 }, () => releaseEndedHolds(api.context)))
    await Promise.all(Array.from({ length: 4 }, () => finishIntents(api.context)))
    expect(callsOf('cancelPayment', { id })).toHaveLength(1)
    expect(await states(open)).toEqual(['expired', 'unpaid'])
  })

  it('answers a repeated request with what the first one has done', async () => {
    const { open, id } = await held()
    const key = randomUUID()
    // The processor answers when one of both was refused.
    const answered = Promise.withResolvers<typeof CAPTURED>()
    processor.script('capturePayment', answered.promise)
    const both = [capture(open, 1, key), capture(open, 1, key)]
    expect(await Promise.race(both)).toMatchObject({ code: 'idempotency_in_progress' })
    answered.resolve(CAPTURED)
    const outcomes = (await Promise.all(both)).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['done', 'refused'])
    expect(await capture(open, 1, key)).toMatchObject({ outcome: 'done', isRepeated: true })
    expect(callsOf('capturePayment', { id })).toHaveLength(1)
  })

  it.each([
    ['captured', CAPTURED, ['complete', 'paid']],
    ['undecided', SILENT, ['open', 'authorized']],
    ['refused', REFUSED, ['open', 'authorized']],
  ] as const)(
    'answers the repetition of a capture whose process died, %s, with the present state, and asks for nothing more',
    async (_name, answer, [status, paymentStatus]) => {
      const { open, id } = await held()
      const key = randomUUID()
      processor.script('capturePayment', answer, CAPTURED)
      await expect(capture(open, AMOUNT, key, DYING)).rejects.toThrow('died')
      expect(await capture(open, AMOUNT, key)).toMatchObject({ code: 'idempotency_in_progress' })
      api.clock.advance(LEASE_MS + 1)
      const present = { outcome: 'done', value: { status, paymentStatus } }
      expect(await capture(open, AMOUNT, key)).toMatchObject(present)
      expect(await capture(open, AMOUNT, key)).toMatchObject({ ...present, isRepeated: true })
      expect(callsOf('capturePayment', { id })).toHaveLength(1)
    },
  )

  it('answers the repetition of a release whose process died with the present state', async () => {
    const { open, id } = await held()
    const request = underKey(randomUUID())
    await expect(release(open, 'sold out', request, DYING)).rejects.toThrow('died')
    api.clock.advance(LEASE_MS + 1)
    expect(await release(open, 'sold out', request)).toMatchObject({
      outcome: 'done',
      value: { status: 'canceled', cancellationReason: 'sold out' },
    })
    expect(callsOf('cancelPayment', { id })).toHaveLength(1)
  })

  it('begins anew under a key that is forgotten', async () => {
    const { open, id } = await held()
    const key = randomUUID()
    processor.script('capturePayment', REFUSED, CAPTURED)
    await expect(capture(open, AMOUNT, key, DYING)).rejects.toThrow('died')
    api.clock.advance(DAY_MS + 1)
    expect(await capture(open, AMOUNT, key)).toMatchObject({ value: { status: 'complete' } })
    expect(callsOf('capturePayment', { id })).toHaveLength(2)
  })

  it('lets capture or release win, whoever comes first', async () => {
    const { open, id } = await held()
    const results = await Promise.all([capture(open), release(open), capture(open), release(open)])
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    const calls = callsOf('capturePayment', { id }).length + callsOf('cancelPayment', { id }).length
    expect(calls).toBe(1)
  })

  it('takes the money where the processor had captured what is to be released', async () => {
    const { open } = await held()
    processor.script('cancelPayment', SILENT, PAID)
    await release(open, 'too late')
    expect(await states(open)).toEqual(['open', 'authorized'])
    expect(await capture(open)).toMatchObject({ code: 'void_in_progress' })
    await work(60_000)
    expect(await states(open)).toEqual(['complete', 'paid'])
    expect((await open.read()).cancellationReason).toBeNull()
  })
})

describe('R-91: with automatic capture', () => {
  it('is captured within the shopper’s request, and nobody is told of the hold', async () => {
    const open = await createTestSession(api)
    const id = await pay(open)
    expect(await states(open)).toEqual(['complete', 'paid'])
    expect(await typesOf(open)).toEqual(['payment.succeeded', 'session.completed'])
    expect(callsOf('capturePayment', { id })).toHaveLength(1)
  })

  it('is captured within the request of a shopper who comes back from a challenge', async () => {
    const open = await createTestSession(api)
    const action = { type: 'challenge', url: 'https://bank.example/' } as const
    processor.script('createPayment', { status: 'requires_action', action })
    const id = await pay(open)
    const back = await api.checkout.post(`${open.checkoutPath}/payments/${id}/action`)
    expect(back.as(Checkout)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    expect(await typesOf(open)).toEqual([
      'payment.requires_action',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('is given up at the processor where nobody told of it for the time that the module says', async () => {
    const unseen = Object.assign(createScriptedProcessor({ holds: true }), {
      giveUpUnseenAfterMs: 900_000,
    })
    const other = await startTestApi({ processor: unseen })
    unseen.script('createPayment', SILENT)
    unseen.script('inquire', { status: 'not_known_yet' })
    const open = await createTestSession(other)
    await open.pay(SEALED_CARD)
    const inquire = async (afterMs: number) => {
      other.clock.advance(afterMs)
      await resolvePayments(other.context)
      return [unseen.count('cancelPayment'), (await open.read()).payment?.status]
    }
    expect(await inquire(800_000)).toEqual([0, 'unknown'])
    expect(await inquire(800_000)).toEqual([1, 'failed'])
    await other.close()
  })

  it('is processing while the capture is not answered, and is captured later', async () => {
    const open = await createTestSession(api)
    processor.script('capturePayment', SILENT, CAPTURED)
    await pay(open)
    expect(await states(open)).toEqual(['open', 'processing'])
    expect(await typesOf(open)).toEqual(['payment.processing'])
    const refusal = { outcome: 'refused', code: 'nothing_authorized' }
    expect(await capture(open)).toMatchObject(refusal)
    expect(await release(open)).toMatchObject(refusal)
    await work(60_000)
    expect(await typesOf(open)).toEqual([
      'payment.processing',
      'payment.succeeded',
      'session.completed',
    ])
  })

  it('fails with the decline of a refused capture, is released, and can be paid again', async () => {
    const open = await createTestSession(api)
    processor.script('capturePayment', { ...REFUSED, declineCode: 'insufficient_funds' }, CAPTURED)
    const id = await pay(open)
    expect(await states(open)).toEqual(['open', 'unpaid'])
    expect((await open.read()).payment?.declineCode).toBe('insufficient_funds')
    await work()
    expect(callsOf('cancelPayment', { id })).toHaveLength(1)
    expect(await rowOf(open)).toMatchObject({ status: 'failed', intent: null, isReleased: true })
    await pay(open)
    expect(await states(open)).toEqual(['complete', 'paid'])
  })

  it('releases an authorisation of another amount, or that comes after a refusal, and captures neither', async () => {
    processor.script('createPayment', { ...HELD, authorizedMinor: AMOUNT - 1 })
    const other = await createTestSession(api)
    const first = await pay(other)
    expect(await states(other)).toEqual(['open', 'unpaid'])

    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    const late = await createTestSession(api)
    const second = await pay(late)
    api.clock.advance(60_000)
    await api.sql('update payments set next_inquiry_at = $2 where id = $1', second, api.clock.now())
    await resolvePayments(api.context)
    expect(await rowOf(late)).toMatchObject({ status: 'failed', intent: 'void' })
    await work()
    for (const id of [first, second]) {
      expect(callsOf('cancelPayment', { id })).toHaveLength(1)
      expect(callsOf('capturePayment', { id })).toEqual([])
    }
    expect(await typesOf(late)).toEqual(['payment.failed'])
  })

  it('is left as it was where the processor takes the money at once', async () => {
    processor.script('createPayment', PAID)
    const open = await createTestSession(api)
    await pay(open)
    expect(await typesOf(open)).toEqual(['payment.succeeded', 'session.completed'])
    expect(await rowOf(open)).toMatchObject({ status: 'succeeded', captureMinor: null })
  })
})
