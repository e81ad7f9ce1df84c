import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Direction, Toxic } from '../campaigns/shared/fault-proxy.ts'
import type { Answer } from '../testing/caller.ts'
import { cardBody, createPaidSession, createTestSession } from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import {
  AT_ONCE,
  crowd,
  expectShed,
  insist,
  inTime,
  LEASE_MS,
  newKey,
  openTroubledApi,
  order,
  type TroubledApi,
} from '../testing/server/trouble.fixture.ts'

let trouble: TroubledApi
beforeAll(async () => {
  trouble = await openTroubledApi()
})
afterAll(() => trouble.close())

const countOf = async (orderReference: string) =>
  (await trouble.sql('select from sessions where order_reference = $1', orderReference)).length

describe('a faulty connection to the database', () => {
  const BROKEN: [name: string, direction: Direction, toxic: Toxic][] = [
    ['resets', 'up', { type: 'reset' }],
    ['drops data', 'up', { type: 'black hole' }],
    ['is half open', 'down', { type: 'black hole' }],
    ['takes too long', 'down', { type: 'latency', ms: 2000, jitterMs: 0 }],
  ]

  it.each(BROKEN)(
    'R-13, R-33: %s: 503 in time, not ready, alive; then it recovers by itself',
    async (name, direction, toxic) => {
      const { api, line } = trouble
      const open = await createTestSession(api)
      const card = await cardBody(api, '4242424242424242')
      const key = newKey()
      const calls: (() => Promise<Answer>)[] = [
        () => api.merchant.get(`/v1/sessions/${open.id}`),
        () => open.pay(card, key),
        ...crowd(api, name),
      ]
      line.poison(direction, toxic)
      const answers = await Promise.all(calls.map((call) => inTime(call())))
      expect(await trouble.ready()).toEqual({ status: 503, reasons: ['database'] })
      expect((await api.anyone.get('/v1/health')).status).toBe(200)
      for (const answer of answers) expectShed(answer)

      line.heal()
      await trouble.untilReady()
      const repeated = await Promise.all(calls.map((call) => insist(call)))
      expect(repeated.map(({ status }) => status)).toEqual([
        200,
        200,
        ...Array.from({ length: AT_ONCE }, () => 201),
      ])
      expect(await countOf(`${name} 0`)).toBe(1)
      expect((await open.read()).status).toBe('complete')
    },
  )

  it('R-13: seven bytes at a time: slow, but correct', async () => {
    const { api, line } = trouble
    line.poison('up', { type: 'slice', bytes: 7 })
    line.poison('down', { type: 'slice', bytes: 7 })
    expect((await insist(order(api, 'slices'))).status).toBe(201)
    line.heal()
    expect(await countOf('slices')).toBe(1)
  })
})

describe('a connection cut before the response to a COMMIT', () => {
  /** Cuts the connection after a text, skipping its first `skip` occurrences; returns the responses of the call and its retry. */
  async function cutAt(text: string, skip: number, call: () => Promise<Answer>) {
    const { api, line } = trouble
    line.poison('up', { type: 'cut after text', text, skip })
    const first = await inTime(call())
    line.heal()
    await trouble.untilReady()
    let last = await insist(call)
    // The interrupted request holds its idempotency key until its lease expires.
    if (last.status === 409 && last.problem().code === 'idempotency_in_progress') {
      api.clock.advance(LEASE_MS)
      last = await insist(call)
    }
    return { first, last }
  }

  it('R-14: a session is created once', async () => {
    const { first, last } = await cutAt('insert session', 0, order(trouble.api, 'cut'))
    expectShed(first)
    expect(last.status).toBe(201)
    expect(last.headers.get('idempotency-replayed')).toBe('true')
    expect(await countOf('cut')).toBe(1)
  })

  it.each([0, 1])('R-14: the money is taken once, cut at commit %i', async (skip) => {
    const { api } = trouble
    const open = await createTestSession(api)
    const card = await cardBody(api, '4242424242424242')
    const key = newKey()
    const { last } = await cutAt('commit', skip, () => open.pay(card, key))
    expect(last.status).toBe(200)
    api.clock.advance(LEASE_MS)
    await resolvePayments(api.context)
    // Makes the call to the processor look long over: its time-out is in real time.
    await api.sql(`update payments set inserted_at = inserted_at - interval '1 minute'`)
    api.clock.advance(LEASE_MS)
    await resolvePayments(api.context)
    // A payment that never reached the processor was given up, so a new request pays.
    if ((await open.read()).status === 'open') await open.pay(card, newKey())
    expect((await open.read()).status).toBe('complete')
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.filter((type) => type === 'payment.succeeded')).toHaveLength(1)
  })

  it.each([0, 1])('R-14: the money is refunded once, cut at commit %i', async (skip) => {
    const { api } = trouble
    const open = await createPaidSession(api)
    const key = newKey()
    const refund = () => api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 1000 }, key)
    const { first, last } = await cutAt('commit', skip, refund)
    expectShed(first)
    expect(last.status).toBe(201)
    const refunds = (await readLedger(api.database, open.id)).filter(
      (entry) => entry.kind === 'refund',
    )
    expect(refunds).toHaveLength(1)
    expect((await open.read()).amountRefunded).toBe(1000)
  })

  it('R-14: a session is canceled once', async () => {
    const { api } = trouble
    const open = await createTestSession(api)
    const key = newKey()
    const { first, last } = await cutAt('commit', 0, () =>
      api.merchant.post(`/v1/sessions/${open.id}/cancel`, {}, key),
    )
    expectShed(first)
    expect(last.status).toBe(200)
    expect(await open.notifications()).toHaveLength(1)
  })
})
