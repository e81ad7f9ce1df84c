import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { statement } from '../../database/engine/database.ts'

const TAKEN = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const OUTCOMES = {
  paid: {
    ...TAKEN,
    paidAt: '2026-11-20T15:00:00.000Z',
    card: { brand: 'mastercard', lastFour: '4444' },
    references: { processorReference: 'r-1', authorizationCode: '123456' },
  },
  declined: { status: 'failed', declineCode: 'insufficient_funds' },
  challenged: {
    status: 'requires_action',
    action: { type: 'challenge', url: 'https://bank.example/challenge' },
  },
  processing: { status: 'processing', references: { processorReference: 'r-2' } },
} as const
const CHANGE = statement('test: change sessions', 'update sessions set version = version + 1')

// tests guard: begin-from-version
// tests guard: settle-from-version

describe('a payment that is begun and settled from what was read', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  /** The statement before which something else changes the session. */
  let overtaken: string | undefined
  beforeAll(async () => {
    api = await startTestApi({
      processor,
      opening: {
        around: (below) => ({
          ...below,
          async query(asked, values) {
            const isOvertaken = overtaken !== undefined && asked.name.startsWith(overtaken)
            if (isOvertaken) {
              overtaken = undefined
              await below.query(CHANGE, [])
            }
            return below.query(asked, values)
          },
        }),
      },
    })
  })
  afterAll(() => api.close())

  const pay = async (before?: string) => {
    const open = await createTestSession(api)
    overtaken = before
    const answers: Awaited<ReturnType<typeof open.pay>>[] = []
    const statements = await api.database.statementsOf(async () => {
      answers.push(await open.pay(SEALED_CARD))
    })
    const answer = answers[0] ?? expect.unreachable()
    return { open, paid: () => answer.as(Checkout), statements: statements.join(', ') }
  }

  it.each(Object.entries(OUTCOMES))(
    'tells its merchant and its shopper of one that is %s what the database holds',
    async (_name, outcome) => {
      processor.script('createPayment', outcome)
      const { open, paid, statements } = await pay()
      expect(statements).toMatch(/begin payment .*settle payment/)
      expect(statements).not.toMatch(/wait for session/)
      const { now, successUrl, cancelUrl, ...seen } = await open.look()
      expect(paid()).toMatchObject(seen)
      expect(Date.parse(now)).not.toBeNaN()
      expect([typeof successUrl, typeof cancelUrl]).toContain('string')
      const session = await open.read()
      for (const { data } of await open.notifications()) {
        expect(data.session).toEqual(session)
        expect(data.payment).toEqual(session.payment)
      }
    },
  )

  it('tells nothing of one without an answer but that it is being processed', async () => {
    processor.script('createPayment', SILENT)
    const { open, paid } = await pay()
    expect(paid().payment?.status).toBe('unknown')
    expect(await open.read()).toMatchObject({ paymentStatus: 'processing', version: 3 })
  })

  it.each(['begin payment', 'settle payment'])(
    'goes the same way under the lock when something changes the session before "%s"',
    async (statement) => {
      processor.script('createPayment', TAKEN)
      const { open, paid, statements } = await pay(statement)
      expect(statements).toMatch(new RegExp(`${statement} .*wait for session .*${statement} `))
      expect(paid()).toMatchObject({ status: 'complete', version: 4 })
      expect(await open.read()).toMatchObject({ paymentStatus: 'paid', attempts: 1, version: 4 })
      const told = (await open.notifications()).map(({ type, sequence }) => [type, sequence])
      expect(told).toEqual([
        ['payment.succeeded', 1],
        ['session.completed', 2],
      ])
    },
  )

  it("is held by the merchant's policy where another amount was taken, in one statement", async () => {
    processor.script('createPayment', { ...TAKEN, capturedMinor: 1 })
    const { open, statements } = await pay()
    expect(statements).toMatch(/begin payment .*settle payment/)
    expect(statements).not.toMatch(/wait for session/)
    expect(await open.read()).toMatchObject({ payment: { status: 'amount_mismatch' } })
  })

  it('tells of what it owes back as the database holds it', async () => {
    await api.sql(`update merchants set amount_mismatch = 'refund' where id = $1`, api.merchant.id)
    processor.script('createPayment', { ...TAKEN, capturedMinor: 1 })
    const { open } = await pay()
    await api.sql(`update merchants set amount_mismatch = 'hold' where id = $1`, api.merchant.id)
    const session = await open.read()
    expect(session).toMatchObject({ amountOwed: 1, payment: { amountCaptured: 1 } })
    // The refund is made after the event.
    const told = { ...session, amountRefundPending: 0 }
    for (const { data } of await open.notifications()) expect(data.session).toEqual(told)
  })
})
