import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { Answer } from '../testing/caller.ts'
import { failAt } from '../testing/failing-database.ts'
import {
  cardBody,
  createPaidSession,
  createTestSession,
  type OpenSession,
} from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { createProcessors } from '#server/processors/processors.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'

const LEASE_MS = 30_000
const MOMENTS = ['before', 'after'] as const

describe('R-14, R-28: a request that loses the database at any step', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  let keys = 0
  const newKey = () => ({ 'idempotency-key': `crash-${(keys += 1)}` })

  /** Runs `work` with a database that fails at a step; returns the number of steps. Step 0 does not fail. */
  async function during(step: number, moment: 'before' | 'after', work: () => Promise<unknown>) {
    const { database } = api.context
    const failing = failAt(database, step, moment)
    Object.assign(api.context, { database: failing })
    try {
      await work()
    } finally {
      Object.assign(api.context, { database })
    }
    return failing.steps()
  }

  /** Retries the same request until it is answered. */
  async function repeat(call: () => Promise<Answer>): Promise<Answer> {
    for (let turn = 0; turn < 3; turn++) {
      const answer = await call()
      if (answer.status !== 503 && answer.status !== 409) return answer
      api.clock.advance(LEASE_MS)
    }
    return call()
  }

  async function settleDown() {
    // Makes the calls of crashed processes look long over: their time-out is in real time.
    await api.sql(`update payments set inserted_at = now() - interval '31 seconds'`)
    for (let turn = 0; turn < 3; turn++) {
      api.clock.advance(LEASE_MS)
      await api.simulation.runDue()
      await resolvePayments(api.context)
      // Makes the refunds due: after several calls the worker's backoff is longer than these turns.
      await api.sql(
        `update refunds set next_inquiry_at = $1 where status = 'pending'`,
        api.clock.now().toISOString(),
      )
      await finishRefunds(api.context)
    }
  }

  /** Fails each step of a request once; `prepare` sets up, `check` verifies the end state. */
  async function atEveryStep<T>(flow: {
    prepare: () => Promise<T>
    call: (thing: T, key: Record<string, string>) => Promise<Answer>
    check: (thing: T, last: Answer | undefined) => Promise<void>
  }): Promise<number> {
    const rehearsal = await flow.prepare()
    const count = await during(0, 'before', () => flow.call(rehearsal, newKey()))
    for (const moment of MOMENTS)
      for (const isPatient of [true, false])
        for (let step = 1; step <= count; step++) {
          const thing = await flow.prepare()
          const key = newKey()
          let first: Answer | undefined
          await during(step, moment, async () => {
            first = await flow.call(thing, key)
          })
          expect(first?.problem().code).toBe('temporarily_unavailable')
          const last = isPatient ? await repeat(() => flow.call(thing, key)) : undefined
          await settleDown()
          await flow.check(thing, last)
        }
    return count
  }

  const countOf = async (sql: string, value: string) =>
    Number((await api.sql<{ count: number }>(`select count(*) from ${sql}`, value))[0]?.count)
  const checkSequences = async (open: OpenSession) => {
    const sequences = (await open.notifications()).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }

  it('creates one session', async () => {
    let orders = 0
    const steps = await atEveryStep({
      prepare: async () => `order-${(orders += 1)}`,
      call: (orderReference, key) =>
        api.merchant.post(
          '/v1/sessions',
          { merchantId: api.merchant.id, amount: 1, orderReference },
          key,
        ),
      async check(orderReference, last) {
        const count = await countOf('sessions where order_reference = $1', orderReference)
        expect(last?.status ?? 201).toBe(201)
        expect(count).toBeGreaterThanOrEqual(last === undefined ? 0 : 1)
        expect(count).toBeLessThanOrEqual(1)
      },
    })
    expect(steps).toBe(1)
  })

  /** A payment begins and settles by one statement each, or under the session's lock if the webhook endpoint is disabled. */
  const takesMoneyOnce = () =>
    atEveryStep({
      prepare: async () => ({
        open: await createTestSession(api),
        body: await cardBody(api, '4242424242424242'),
      }),
      call: ({ open, body }, key) => open.pay(body, key),
      async check({ open, body }, last) {
        expect(last?.status ?? 200).toBe(200)
        const { status, payment } = await open.read()
        expect(payment?.status ?? 'failed').toMatch(/^(succeeded|failed)$/)
        expect(await readLedger(api.database, open.id)).toHaveLength(status === 'complete' ? 1 : 0)
        // A payment that never reached the processor was given up, so a new request pays.
        if (status === 'open') await open.pay(body, newKey())
        expect(await readLedger(api.database, open.id)).toHaveLength(1)
        expect((await open.read()).status).toBe('complete')
        await checkSequences(open)
      },
    })

  it('takes the money once', async () => {
    expect(await takesMoneyOnce()).toBe(3)
  })

  it('takes the money once where the payment is settled in a transaction', async () => {
    const disable = (at: string | null) =>
      api.sql('update merchants set callback_disabled_at = $1 where id = $2', at, api.merchant.id)
    await disable('2026-01-01T00:00:00Z')
    try {
      expect(await takesMoneyOnce()).toBe(9)
    } finally {
      await disable(null)
    }
  })

  it('refunds the money once', async () => {
    const steps = await atEveryStep({
      prepare: () => createPaidSession(api),
      call: (open, key) =>
        api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1000 }, key),
      async check(open, last) {
        const refunds = (await readLedger(api.database, open.id)).filter(
          ({ kind }) => kind === 'refund',
        )
        expect(refunds.length).toBeLessThanOrEqual(1)
        expect(refunds.length).toBeGreaterThanOrEqual(last === undefined ? 0 : 1)
        expect(last?.status ?? 201).toBe(201)
        expect((await open.read()).amountRefunded).toBe(refunds.length * 1000)
        await checkSequences(open)
      },
    })
    expect(steps).toBeGreaterThan(10)
  })

  it('cancels once', async () => {
    const steps = await atEveryStep({
      prepare: () => createTestSession(api),
      call: (open, key) => api.merchant.post(`/v1/sessions/${open.id}/cancel`, {}, key),
      async check(open, last) {
        const { status } = await open.read()
        expect(last?.status ?? 200).toBe(200)
        expect(last === undefined ? 'canceled' : status).toBe('canceled')
        expect(await open.notifications()).toHaveLength(status === 'canceled' ? 1 : 0)
      },
    })
    expect(steps).toBeGreaterThan(5)
  })

  it('ends a session once', async () => {
    for (const moment of MOMENTS)
      for (let step = 1; step <= 12; step++) {
        const open = await createTestSession(api, { expiresInSeconds: 60 })
        api.clock.advance(60_000)
        await during(step, moment, () => expireSessions(api.context).catch(() => false))
        await expireSessions(api.context)
        expect((await open.read()).status).toBe('expired')
        expect(await open.notifications()).toHaveLength(1)
      }
  })

  it('takes the money once when the process dies before or after it calls the processor', async () => {
    const { processor, processors } = api.context
    for (const moment of MOMENTS)
      for (const isPatient of [true, false]) {
        const open = await createTestSession(api)
        const body = await cardBody(api, '4242424242424242')
        const key = newKey()
        const { promise: called, resolve: isCalled } = Promise.withResolvers<void>()
        const dying: typeof processor = {
          ...processor,
          async createPayment(payment) {
            if (moment === 'after') await processor.createPayment(payment)
            isCalled()
            return Promise.withResolvers<never>().promise
          },
        }
        Object.assign(api.context, { processors: createProcessors([dying]) })
        // Simulates a process that dies while it waits: this call never ends.
        void open.pay(body, key)
        await called
        Object.assign(api.context, { processors })
        const repeated = isPatient ? await open.pay(body, key) : undefined
        expect(repeated?.status ?? 200).toBe(200)
        await settleDown()
        const { status, payment } = await open.read()
        expect(await readLedger(api.database, open.id)).toHaveLength(moment === 'after' ? 1 : 0)
        expect(status).toBe(moment === 'after' ? 'complete' : 'open')
        expect(payment?.status).toBe(moment === 'after' ? 'succeeded' : 'failed')
      }
  })
})
