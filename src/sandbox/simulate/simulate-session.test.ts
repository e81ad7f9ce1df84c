import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { CARD_DECLINE_CODES, type SimulateInput } from '#contract/sandbox-simulate.ts'
import { Session } from '#contract/session.ts'
import { ProcessorSilent } from '#server/processors/processor.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { createSessionIn } from '#proof/testing/sandbox/session-states.fixture.ts'

const CAPTURED = { kind: 'capture', amountMinor: 25_990, currency: 'BRL' }
const pathOf = (open: OpenSession) => `/v1/sandbox/sessions/${open.id}/simulate`

describe("simulating a session's outcome", () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const simulate = (
    open: OpenSession,
    body: object,
    { merchant = api.merchant, headers = {} }: { merchant?: TestMerchant; headers?: object } = {},
  ) => merchant.post(pathOf(open), body, { ...headers })
  const paymentsOf = (open: OpenSession) =>
    api.sql<{ customer: object; card_last_four: string | null }>(
      'select * from payments where session_id = $1 order by id',
      open.id,
    )

  it.each(CARD_DECLINE_CODES)('declines with %s', async (declineCode) => {
    const open = await createTestSession(api)
    const { status, payment } = (await simulate(open, { outcome: 'decline', declineCode })).as(
      Session,
    )
    expect([status, payment?.status, payment?.declineCode]).toEqual(['open', 'failed', declineCode])
    expect(await readLedger(api.database, open.id)).toEqual([])
  })

  it('declines with card_declined by default', async () => {
    const open = await createTestSession(api)
    const { payment } = (await simulate(open, { outcome: 'decline' })).as(Session)
    expect(payment?.declineCode).toBe('card_declined')
  })

  it.each([
    [{ outcome: 'decline', declineCode: 'pix_expired' }, 'declineCode'],
    [{ outcome: 'pay', declineCode: 'card_declined' }, 'declineCode'],
    [{ outcome: 'steal' }, 'outcome'],
    [{}, 'outcome'],
  ])('refuses %j', async (body, path) => {
    const { code, errors } = (await simulate(await createTestSession(api), body)).problem()
    expect([code, errors?.map((error) => error.path)]).toEqual(['validation_failed', [path]])
  })

  it.each<[SimulateInput['outcome'], 'card' | 'pix' | 'boleto', ('card' | 'pix' | 'boleto')[]]>([
    ['decline', 'card', ['pix', 'boleto']],
    ['challenge_failed', 'card', ['pix']],
    ['processor_timeout', 'card', ['boleto']],
    ['pix_paid', 'pix', ['card', 'boleto']],
    ['pix_paid_late', 'pix', ['card']],
    ['boleto_paid', 'boleto', ['card', 'pix']],
  ])('%s needs %s, and names what the session takes', async (outcome, method, paymentMethods) => {
    const open = await createTestSession(api, { paymentMethods })
    const problem = (await simulate(open, { outcome })).problem()
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'outcome' }] })
    const [error] = problem.errors ?? []
    for (const name of [method, ...paymentMethods]) expect(error?.message).toContain(name)
    expect((await open.read()).attempts).toBe(0)
  })

  it.each([
    [['boleto', 'card'] as const, 'boleto'],
    [['pix'] as const, 'pix'],
  ])('pays a session of %j by its first method', async (paymentMethods, method) => {
    const open = await createTestSession(api, { paymentMethods: [...paymentMethods] })
    expect((await simulate(open, { outcome: 'pay' })).as(Session)).toMatchObject({
      paymentStatus: 'paid',
      payment: { method },
    })
  })

  it('fills in the required customer fields, and keeps the known ones', async () => {
    const all = 'required' as const
    const open = await createTestSession(api, {
      customer: { name: 'Ana Souza' },
      collect: { name: all, email: all, phone: all, taxId: all, billingAddress: all },
    })
    const { customer } = (await simulate(open, { outcome: 'pay' })).as(Session)
    expect(customer?.name).toBe('Ana Souza')
    const fields = ['billingAddress', 'email', 'name', 'phone', 'taxId']
    expect(Object.keys(customer ?? {}).toSorted()).toEqual(fields)
  })

  it('adds no optional fields', async () => {
    const open = await createTestSession(api, { customer: {}, collect: { email: 'optional' } })
    await simulate(open, { outcome: 'pay' })
    expect((await paymentsOf(open))[0]?.customer).toEqual({})
  })

  it.each(['succeed_immediately', 'expire_immediately'])(
    'decides a Pix of %s before its test payer does',
    async (name) => {
      const email = `${name}@example.com`
      const open = await createTestSession(api, { customer: { email } })
      const late = (await simulate(open, { outcome: 'pix_paid_late' })).as(Session)
      expect([late.status, late.payment?.late]).toEqual(['expired', true])
      expect(late.customer?.email).toBe(email)
      const other = await createTestSession(api, { customer: { email } })
      await simulate(other, { outcome: 'pix_paid' })
      expect(await readLedger(api.database, other.id)).toEqual([CAPTURED])
    },
  )

  it.each([
    ['accept', { status: 'complete', paymentStatus: 'paid', paidLate: true }, ['capture']],
    [
      'refund',
      { status: 'expired', paymentStatus: 'refunded', paidLate: false },
      ['capture', 'refund'],
    ],
  ])('late money follows the policy %s', async (policy, session, ledger) => {
    const merchant = await api.addMerchant()
    await api.sql('update merchants set late_payments = $2 where id = $1', merchant.id, policy)
    for (const state of ['untouched', 'pix shown', 'expired after a Pix'] as const) {
      const open = await createSessionIn(api, state, {}, merchant)
      const late = (await simulate(open, { outcome: 'pix_paid_late' }, { merchant })).as(Session)
      expect(late).toMatchObject({ ...session, payment: { status: 'succeeded', late: true } })
      const entries = await readLedger(api.database, open.id)
      expect(entries.map(({ kind }) => kind)).toEqual(ledger)
      const again = await simulate(open, { outcome: 'pix_paid_late' }, { merchant })
      expect(again.problem().code).toBe('session_not_open')
    }
  })

  it('expires a session at once', async () => {
    const open = await createTestSession(api)
    const { expiresAt } = (await simulate(open, { outcome: 'expire' })).as(Session)
    expect(expiresAt < open.session.expiresAt).toBe(true)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(api.clock.now().getTime())
  })

  it('resolves a processor time-out, however long it lasts', async () => {
    const open = await createTestSession(api)
    await simulate(open, { outcome: 'processor_timeout' })
    api.clock.advance(600_000)
    await api.simulation.runDue()
    expect((await open.look()).payment?.status).toBe('unknown')
    expect((await open.payByCard('4242424242424242')).problem().code).toBe('payment_in_progress')
    expect((await simulate(open, { outcome: 'pay' })).as(Session).paymentStatus).toBe('paid')
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED])
  })

  it('reports the result when the money was captured already', async () => {
    const silent = await startTestApi({ processorTimeoutMs: 1000 })
    try {
      const open = await createTestSession(silent)
      expect((await open.payByCard('4000504000000003')).as(Checkout).payment?.status).toBe(
        'unknown',
      )
      const answer = await silent.merchant.post(pathOf(open), { outcome: 'decline' })
      expect(answer.problem().code).toBe('session_not_open')
      expect((await open.read()).paymentStatus).toBe('paid')
    } finally {
      await silent.close()
    }
  })

  it('makes another payment when the processor does not know the first', async () => {
    const open = await createTestSession(api)
    await simulate(open, { outcome: 'processor_timeout' })
    await api.sql('delete from simulator.payments where status = $1', 'processing')
    const paid = (await simulate(open, { outcome: 'pay' })).as(Session)
    expect([paid.paymentStatus, paid.attempts]).toEqual(['paid', 2])
  })

  it('pays once under concurrent requests', async () => {
    const open = await createTestSession(api)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => simulate(open, { outcome: 'pay' })),
    )
    const codes = answers.map((answer) => (answer.status === 200 ? 'paid' : answer.problem().code))
    expect(codes).toContain('paid')
    for (const code of codes)
      expect(['paid', 'session_not_open', 'payment_in_progress']).toContain(code)
    expect(await readLedger(api.database, open.id)).toEqual([CAPTURED])
  })

  it('counts as an attempt like any other', async () => {
    const open = await createTestSession(api)
    for (let count = 0; count < LIMITS.paymentAttemptsPerSessionMax; count++)
      await simulate(open, { outcome: 'decline' })
    expect((await simulate(open, { outcome: 'decline' })).problem().code).toBe('too_many_attempts')
  })

  it('settles webhook deliveries, too', async () => {
    const open = await createTestSession(api)
    await simulate(open, { outcome: 'pay' })
    const rows = await api.sql(
      `select d.status from deliveries d join events e on e.id = d.event_id where e.session_id = $1`,
      open.id,
    )
    expect(rows).toEqual([{ status: 'pending' }, { status: 'pending' }])
  })

  it("404 for another merchant's session", async () => {
    const open = await createTestSession(api)
    const merchant = await api.addMerchant()
    const answer = await simulate(open, { outcome: 'pay' }, { merchant })
    expect(answer.problem()).toMatchObject({ status: 404, code: 'not_found' })
    expect((await open.read()).attempts).toBe(0)
  })

  it("responds to the page with the page's own view", async () => {
    const open = await createTestSession(api)
    const path = `${open.checkoutPath}/simulate`
    const declined = (await api.checkout.post(path, { outcome: 'decline' })).as(Checkout)
    expect(declined.payment?.declineCode).toBe('card_declined')
    expect((await api.checkout.post(path, { outcome: 'pay' })).as(Checkout).status).toBe('complete')
    const again = await api.checkout.post(path, { outcome: 'pay' })
    expect(again.problem().code).toBe('session_not_open')
    const elsewhere = open.checkoutPath.slice(0, -33) + 'x'.repeat(33)
    expect((await api.checkout.post(`${elsewhere}/simulate`, { outcome: 'pay' })).status).toBe(404)
  })
})

describe('a sandbox whose processor cannot simulate', () => {
  let api: TestApi
  const processor = createScriptedProcessor()
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  it('404', async () => {
    const open = await createTestSession(api)
    for (const answer of [
      await api.merchant.post(pathOf(open), { outcome: 'pay' }),
      await api.checkout.post(`${open.checkoutPath}/simulate`, { outcome: 'pay' }),
    ])
      expect(answer.problem()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('releases its idempotency key when the processor does not respond', async () => {
    const open = await createTestSession(api)
    const silent = async () => Promise.reject(new ProcessorSilent('no answer'))
    processor.sandbox = { testPayer: {} as never, sealedTestCard: silent, simulate: silent }
    const headers = { 'idempotency-key': 'silence' }
    for (let turn = 0; turn < 2; turn++) {
      const answer = await api.merchant.post(pathOf(open), { outcome: 'pay' }, headers)
      expect(answer.problem().code).toBe('temporarily_unavailable')
    }
  })
})

describe('production', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ environment: 'production' })
  })
  afterAll(() => api.close())

  const CALLS = Object.values(OPERATIONS).filter((operation) => 'sandboxOnly' in operation)

  it.each(CALLS.map(({ path, method }) => [path, method]))('has no %s', async (path, method) => {
    const open = await createTestSession(api)
    const address = path.replace('{id}', open.id).replace('{reference}', open.reference)
    for (const caller of [api.merchant, api.checkout, api.anyone]) {
      const answer = await caller.post(address, { outcome: 'pay' })
      expect(answer.problem()).toMatchObject({ status: 404, code: 'not_found' })
    }
    const document = openApiDocument({
      environment: 'production',
      apiUrl: 'https://api.store.test',
      version: '1.0.0',
    })
    expect(document.paths[path]?.[method]).toBeUndefined()
    expect(JSON.stringify(document)).not.toContain('Simulate')
  })
})
