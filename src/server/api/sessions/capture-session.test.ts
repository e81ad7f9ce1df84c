import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { SCOPES } from '#contract/api-key.ts'
import { verifyReturnSignature } from '#domain/return-signature.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { finishIntents } from '../../service/payments/finish-intents.ts'

const MANUAL = { captureMethod: 'manual' } as const
const by = (name: string) => ({ customer: { email: `${name}@example.com` } })

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const capture = (id: string, body?: unknown, headers?: Record<string, string>) =>
  api.merchant.post(`/v1/sessions/${id}/capture`, body, headers)
const release = (id: string, body?: unknown) => api.merchant.post(`/v1/sessions/${id}/void`, body)

async function hold(changes: Parameters<typeof createTestSession>[1] = {}): Promise<OpenSession> {
  const open = await createTestSession(api, { ...MANUAL, ...changes })
  expect((await open.payByCard('4242424242424242')).status).toBe(200)
  return open
}

const typesOf = async (open: OpenSession) => (await open.notifications()).map(({ type }) => type)
/** What was taken of a session at the processor. */
const taken = async ({ id }: OpenSession) =>
  (await readLedger(api.database, id))
    .filter(({ kind }) => kind === 'capture')
    .map(({ amountMinor }) => amountMinor)

describe('a session with captureMethod manual', () => {
  it('is held when it is paid, and open', async () => {
    const open = await hold()
    expect(open.session).toMatchObject({
      captureMethod: 'manual',
      amountAuthorized: 0,
      captureBefore: null,
    })
    const session = await open.read()
    const captureBefore = session.captureBefore ?? ''
    expect(Date.parse(captureBefore)).toBeGreaterThan(api.context.clock().getTime())
    expect(session).toMatchObject({
      status: 'open',
      paymentStatus: 'authorized',
      amountAuthorized: 25_990,
      amountCaptured: 0,
      completedAt: null,
      payment: {
        status: 'authorized',
        amount: 25_990,
        amountAuthorized: 25_990,
        amountCaptured: 0,
        captureBefore,
        capture: null,
        voidReason: null,
        succeededAt: null,
      },
    })
    expect(session.payment?.authorizedAt).not.toBeNull()
    expect(await open.notifications()).toMatchObject([
      { type: 'payment.authorized', sequence: 1, data: { session, payment: session.payment } },
    ])
    expect(await taken(open)).toEqual([])
  })

  it('leads back to the shop with the status authorized, signed', async () => {
    const successUrl = 'https://store.example/ok'
    const open = await hold({ successUrl })
    const { successUrl: url, status } = await open.look()
    expect(status).toBe('open')
    const secrets = [api.merchant.webhookSecret]
    const now = api.context.wallClock()
    expect(
      await verifyReturnSignature({ url: url ?? '', secrets, now, toleranceSeconds: 60 }),
    ).toMatchObject({ ok: true, sessionId: open.id, status: 'authorized' })
  })

  it('offers cards alone where it names no methods, and shows nothing of a hold with automatic', async () => {
    const { session } = await createTestSession(api, { captureMethod: 'manual' })
    expect(session.paymentMethods).toEqual(['card'])
    const paid = await (await createPaidSession(api)).read()
    expect(paid).toMatchObject({
      captureMethod: 'automatic',
      amountAuthorized: 0,
      payment: { amountAuthorized: 0, authorizedAt: null, capture: null },
    })
  })

  it.each([
    [{ paymentMethods: ['card', 'pix'] }, 'paymentMethods.1', 'unsupported_method'],
    [{ paymentMethods: ['boleto', 'card'] }, 'paymentMethods.0', 'unsupported_method'],
    [{ captureMethod: 'later' }, 'captureMethod', 'invalid_value'],
  ])('R-89: 422 for %j at its creation', async (changes, path, code) => {
    const { id: merchantId } = api.merchant
    const asked = { merchantId, amount: 100, currency: 'BRL', captureMethod: 'manual', ...changes }
    const answer = await api.merchant.post('/v1/sessions', asked)
    expect(answer.problem().errors).toMatchObject([{ path, code }])
  })
})

describe('R-89: a session with captureMethod manual, at an account that takes the money at once', () => {
  it('is refused at its creation', async () => {
    const other = await startTestApi({ processor: createScriptedProcessor() })
    const { id: merchantId } = other.merchant
    const asked = { merchantId, amount: 100, currency: 'BRL', captureMethod: 'manual' }
    const answer = await other.merchant.post('/v1/sessions', asked)
    const invalid = await other.merchant.post('/v1/sessions', { ...asked, colour: 'red' })
    await other.close()
    const error = {
      path: 'captureMethod',
      code: 'unsupported_method',
      message: 'the account for card takes the money at once',
    }
    expect(answer.problem().errors).toMatchObject([error])
    expect(invalid.problem().errors).toMatchObject([{ path: 'colour' }, error])
  })
})

describe('POST /v1/sessions/{id}/capture', () => {
  it('captures all that is held', async () => {
    const open = await hold()
    const captured = (await capture(open.id)).as(Session)
    expect(captured).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      amountAuthorized: 0,
      amountCaptured: 25_990,
      captureBefore: null,
      payment: {
        status: 'succeeded',
        amountAuthorized: 25_990,
        amountCaptured: 25_990,
        captureBefore: null,
        capture: null,
      },
    })
    expect(await open.read()).toStrictEqual(captured)
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.succeeded',
      'session.completed',
    ])
    expect(await taken(open)).toEqual([25_990])
  })

  it('captures a part, of which no more than that can be refunded', async () => {
    const open = await hold()
    const { payment } = await open.read()
    const captured = (await capture(open.id, { amount: 20_000, paymentId: payment?.id })).as(
      Session,
    )
    expect(captured).toMatchObject({
      status: 'complete',
      amount: 25_990,
      amountCaptured: 20_000,
      payment: { amount: 25_990, amountAuthorized: 25_990, amountCaptured: 20_000 },
    })
    expect(await taken(open)).toEqual([20_000])
    const refund = (body: object) => api.merchant.post(`/v1/sessions/${open.id}/refunds`, body)
    expect((await refund({ amount: 20_001 })).problem().code).toBe('refund_exceeds_payment')
    expect((await refund({})).status).toBe(201)
    expect(await open.read()).toMatchObject({ paymentStatus: 'refunded', amountRefunded: 20_000 })
  })

  it('answers a repeated key with the first answer, byte for byte, and captures once', async () => {
    const open = await hold()
    const headers = { 'idempotency-key': 'capture-1' }
    const [first, again] = [
      await capture(open.id, { amount: 100 }, headers),
      await capture(open.id, { amount: 100 }, headers),
    ]
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await capture(open.id, { amount: 99 }, headers)).problem().code).toBe(
      'idempotency_key_reused',
    )
    expect(await taken(open)).toEqual([100])
  })

  it('is pending while the processor does not answer; its outcome is an event', async () => {
    const open = await hold(by('capture_silent'))
    expect((await capture(open.id, { amount: 20_000 })).as(Session)).toMatchObject({
      status: 'open',
      paymentStatus: 'authorized',
      amountAuthorized: 25_990,
      payment: { capture: { amount: 20_000, status: 'pending', failedAt: null } },
    })
    expect((await capture(open.id)).problem()).toMatchObject({
      status: 409,
      code: 'capture_in_progress',
      detail: expect.stringContaining('BRL 200.00') as string,
    })
    expect((await release(open.id)).problem()).toMatchObject({
      status: 409,
      code: 'capture_in_progress',
    })
    api.clock.advance(60_000)
    await finishIntents(api.context)
    expect(await open.read()).toMatchObject({ status: 'complete', amountCaptured: 20_000 })
    expect((await typesOf(open)).slice(1)).toEqual(['payment.succeeded', 'session.completed'])
    expect(await taken(open)).toEqual([20_000])
  })

  it('says that the processor refused, which publishes an event, and may be tried again', async () => {
    const open = await hold(by('capture_fails'))
    for (const [index, amount] of [20_000, 25_990].entries()) {
      const answer = await capture(open.id, { amount })
      expect(answer.status).toBe(200)
      const session = answer.as(Session)
      expect(session).toMatchObject({
        status: 'open',
        paymentStatus: 'authorized',
        amountAuthorized: 25_990,
        payment: { status: 'authorized', capture: { amount, status: 'failed' } },
      })
      expect(session.payment?.capture?.failedAt).not.toBeNull()
      expect((await open.notifications())[index + 1]).toMatchObject({
        type: 'payment.capture_failed',
        data: { payment: { capture: { amount, status: 'failed' } } },
      })
    }
    expect(await taken(open)).toEqual([])
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: '1' }, 'amount'],
    [{ paymentId: 'pay_1' }, 'paymentId'],
    [{ currency: 'BRL' }, 'currency'],
  ])('R-89: 422 for %j', async (body, path) => {
    const { id } = await createTestSession(api, MANUAL)
    const { status, errors } = (await capture(id, body)).problem()
    expect([status, errors]).toMatchObject([422, [{ path, pointer: `#/${path}` }]])
  })

  it('R-89: 422 capture_exceeds_authorization names what is held', async () => {
    const open = await hold()
    expect((await capture(open.id, { amount: 25_991 })).problem()).toMatchObject({
      status: 422,
      code: 'capture_exceeds_authorization',
      detail: 'BRL 259.90 are authorized.',
    })
    expect(await taken(open)).toEqual([])
  })

  it('R-89: 400 missing_idempotency_key without one', async () => {
    const open = await hold()
    const answer = await api.merchant.send('POST', `/v1/sessions/${open.id}/capture`)
    expect(answer.problem()).toMatchObject({ status: 400, code: 'missing_idempotency_key' })
    expect(await taken(open)).toEqual([])
  })

  it('R-89: 409 nothing_authorized says what is there', async () => {
    const unpaid = await createTestSession(api, MANUAL)
    const declined = await createTestSession(api, MANUAL)
    await declined.payByCard('4000000000000002')
    const voided = await hold()
    await release(voided.id)
    const canceled = await createTestSession(api, MANUAL)
    await api.merchant.post(`/v1/sessions/${canceled.id}/cancel`)
    for (const [{ id }, state] of [
      [unpaid, 'open'],
      [declined, 'failed'],
      [voided, 'voided'],
      [canceled, 'canceled'],
    ] as const)
      for (const ask of [capture, release])
        expect((await ask(id)).problem()).toMatchObject({
          status: 409,
          code: 'nothing_authorized',
          detail: expect.stringContaining(state) as string,
        })
  })

  it('R-89: 409 nothing_authorized for another payment of the session', async () => {
    const open = await createTestSession(api, MANUAL)
    await open.payByCard('4000000000000002')
    const declined = (await open.read()).payment?.id
    await open.payByCard('4242424242424242')
    expect((await capture(open.id, { paymentId: declined })).problem().code).toBe(
      'nothing_authorized',
    )
    expect(await taken(open)).toEqual([])
  })

  it('R-89: 409 already_paid once it is captured, and for automatic capture', async () => {
    const captured = await hold()
    await capture(captured.id)
    for (const { id } of [captured, await createPaidSession(api)])
      for (const ask of [capture, release])
        expect((await ask(id)).problem()).toMatchObject({ status: 409, code: 'already_paid' })
    expect(await taken(captured)).toEqual([25_990])
  })

  it('R-89: 404 for the session of another merchant', async () => {
    const open = await createTestSession(api, MANUAL, await api.addMerchant())
    for (const ask of [capture, release])
      expect((await ask(open.id)).problem()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('R-89: 403 insufficient_scope without captures:write', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'captures:write')
    const other = await api.addMerchant({ scopes })
    const { id } = await createTestSession(api, MANUAL, other)
    for (const verb of ['capture', 'void'])
      expect((await other.post(`/v1/sessions/${id}/${verb}`)).problem()).toMatchObject({
        status: 403,
        code: 'insufficient_scope',
      })
  })

  it('R-89: nothing else is done with a session that is held', async () => {
    const open = await hold()
    expect((await api.merchant.post(`/v1/sessions/${open.id}/cancel`)).problem()).toMatchObject({
      status: 409,
      code: 'payment_in_progress',
      detail: 'The payment is authorized: capture or void it.',
    })
    const canceled = await api.checkout.post(`${open.checkoutPath}/cancel`)
    expect(canceled.problem().code).toBe('payment_in_progress')
    const paid = await open.payByCard('4242424242424242')
    expect(paid.problem()).toMatchObject({
      status: 409,
      code: 'payment_in_progress',
      detail: 'The amount is authorized already: the merchant captures or voids it.',
    })
    expect((await api.merchant.post(`/v1/sessions/${open.id}/refunds`)).problem()).toMatchObject({
      status: 409,
      code: 'not_paid',
      detail: 'The payment is not captured yet: void it.',
    })
    expect(await typesOf(open)).toEqual(['payment.authorized'])
  })

  it('R-89: captures or releases once, whatever is asked at once', async () => {
    const open = await hold()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 2 ? release(open.id) : capture(open.id, { amount: 100 + index }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([
        'capture_in_progress',
        'void_in_progress',
        'already_paid',
        'nothing_authorized',
      ]).toContain(answer.problem().code)
    const { status } = await open.read()
    expect([status, (await taken(open)).length]).toEqual(
      status === 'complete' ? ['complete', 1] : ['canceled', 0],
    )
  })
})

describe('POST /v1/sessions/{id}/void', () => {
  it('releases the hold and cancels the session', async () => {
    const open = await hold()
    const voided = (await release(open.id, { reason: 'stay canceled' })).as(Session)
    expect(voided).toMatchObject({
      status: 'canceled',
      cancellationReason: 'stay canceled',
      paymentStatus: 'unpaid',
      amountAuthorized: 0,
      captureBefore: null,
      payment: { status: 'voided', voidReason: 'requested', amountCaptured: 0, declineCode: null },
    })
    expect(voided.canceledAt).not.toBeNull()
    expect(await open.read()).toStrictEqual(voided)
    expect(await typesOf(open)).toEqual([
      'payment.authorized',
      'payment.voided',
      'session.canceled',
    ])
    expect(await taken(open)).toEqual([])
  })

  it('requires neither a reason, nor a body, nor an idempotency key', async () => {
    const open = await hold()
    const answer = await api.merchant.send('POST', `/v1/sessions/${open.id}/void`)
    expect(answer.as(Session)).toMatchObject({ status: 'canceled', cancellationReason: null })
  })

  it('R-89: is under way while the processor does not answer, and nothing is captured meanwhile', async () => {
    const open = await hold(by('void_silent'))
    expect((await release(open.id)).as(Session)).toMatchObject({
      status: 'open',
      paymentStatus: 'authorized',
    })
    for (const ask of [capture, release])
      expect((await ask(open.id)).problem()).toMatchObject({
        status: 409,
        code: 'void_in_progress',
      })
    api.clock.advance(60_000)
    await finishIntents(api.context)
    expect(await open.read()).toMatchObject({
      status: 'canceled',
      payment: { status: 'voided', voidReason: 'requested' },
    })
  })

  it.each([
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ amount: 1 }, 'amount'],
  ])('R-89: 422 for %j', async (body, path) => {
    const { id } = await createTestSession(api, MANUAL)
    expect((await release(id, body)).problem().errors).toMatchObject([{ path }])
  })
})
