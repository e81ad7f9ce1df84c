import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import {
  deliveryOf,
  PATH,
  readClock,
  secondsBetween,
  setClock,
} from '#proof/testing/sandbox/clock.fixture.ts'

const NEVER_PAYS = { customer: { email: 'fill_never@example.com' } }

let api: TestApi
let receiver: WebhookReceiver
let merchant: TestMerchant
beforeAll(async () => {
  api = await startTestApi({
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    emailsReceipts: true,
  })
})
afterAll(() => api.close())
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  merchant = await api.addMerchant({ callbackUrl: receiver.url })
  return () => receiver[Symbol.asyncDispose]()
})

const advance = (by: string) => setClock(merchant, { action: 'advance', by })

describe('while the clock is advanced', () => {
  it('a Pix expires after its time, and not before', async () => {
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, NEVER_PAYS, merchant)
    await open.pay({ method: 'pix' })
    await advance('29m59s')
    expect((await open.look()).payment?.status).toBe('requires_action')
    await advance('2s')
    expect(await open.look()).toMatchObject({
      status: 'open',
      payment: { status: 'failed', declineCode: 'pix_expired' },
    })
    const failed = (await open.notifications()).find(({ type }) => type === 'payment.failed')
    expect(secondsBetween(open.session.createdAt, failed?.timestamp)).toBe(1800)
  })

  it('a Pix is paid after the delay of its test payer', async () => {
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, {}, merchant)
    await open.pay({ method: 'pix' })
    await advance('1h')
    const completed = await deliveryOf(merchant, 'session.completed')
    expect(secondsBetween(open.session.createdAt, completed.createdAt)).toBe(15)
    expect(await open.read()).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('a Pix that is paid late is refunded', async () => {
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, { ...NEVER_PAYS, expiresInSeconds: 60 }, merchant)
    await open.pay({ method: 'pix' })
    const { payment } = await open.read()
    await advance('2m')
    expect((await open.read()).status).toBe('expired')
    await api.simulation.simulate(payment?.id ?? '', 'pay_late')
    await advance('1s')
    expect(await readLedger(api.database, open.id)).toMatchObject([
      { kind: 'capture' },
      { kind: 'refund' },
    ])
    const types = (await open.notifications()).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['payment.late', 'refund.succeeded'])
    // The payer still sees the refund days later.
    await advance('2d')
    expect(await open.look()).toMatchObject({ paymentStatus: 'refunded', detailsWithheld: false })
  })

  it('a boleto expires a day after its due date, and its session with it', async () => {
    await setClock(merchant, { action: 'freeze' })
    const customer = { ...NEVER_PAYS.customer, name: 'Ana Souza', taxId: '11144477735' }
    const open = await createTestSession(api, { customer }, merchant)
    await open.pay({ method: 'boleto' })
    const { payment } = await open.look()
    const action = payment?.action
    const dueDate = action?.type === 'boleto' ? action.dueDate : ''
    const givenUpAt = new Date(Date.parse(`${dueDate}T00:00:00-03:00`) + 2 * 86_400_000)
    await setClock(merchant, {
      action: 'advance',
      to: new Date(givenUpAt.getTime() - 1).toISOString(),
    })
    expect(await open.look()).toMatchObject({
      status: 'open',
      payment: { status: 'requires_action' },
    })
    await advance('1s')
    expect(await open.look()).toMatchObject({ status: 'expired', payment: { status: 'failed' } })
    const ends = (await open.notifications()).slice(-2)
    expect(ends.map(({ type }) => type)).toEqual(['payment.failed', 'session.expired'])
    expect(ends[0]?.timestamp).toBe(givenUpAt.toISOString())
  })

  it('deliveries to a dead webhook endpoint follow the whole retry schedule in order, then stop', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end()
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    await advance('4d')
    const { attempts, status } = await deliveryOf(merchant, 'session.expired')
    expect(status).toBe('exhausted')
    expect(attempts).toHaveLength(RETRY_DELAYS_SECONDS.length)
    expect(secondsBetween(open.session.expiresAt, attempts[0]?.startedAt)).toBe(0)
    for (const [index, delaySeconds] of RETRY_DELAYS_SECONDS.entries()) {
      if (index === 0) continue
      const before = attempts[index - 1]?.startedAt ?? ''
      const waited = secondsBetween(before, attempts[index]?.startedAt)
      expect(waited).toBeGreaterThanOrEqual(delaySeconds * 0.8)
      expect(waited).toBeLessThanOrEqual(delaySeconds * 1.2)
    }
    expect(receiver.received).toHaveLength(RETRY_DELAYS_SECONDS.length)
  })

  it("an event is signed in real time and dated in the merchant's time", async () => {
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, { expiresInSeconds: 600 }, merchant)
    await advance('1h')
    const [notification] = receiver.received
    const headers = new Headers(notification?.headers as Record<string, string>)
    const verdict = await verifyWebhookSignature({
      headers,
      body: notification?.body ?? '',
      secrets: [merchant.webhookSecret],
      now: api.clock.now(),
    })
    expect(verdict.ok).toBe(true)
    expect(JSON.parse(notification?.body ?? '')).toMatchObject({
      timestamp: open.session.expiresAt,
    })
  })

  it('due work of all kinds happens in order of time', async () => {
    await setClock(merchant, { action: 'freeze' })
    const expiring = await createTestSession(api, { expiresInSeconds: 7200 }, merchant)
    const pix = await createTestSession(api, NEVER_PAYS, merchant)
    await pix.pay({ method: 'pix' })
    const first = await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    await advance('3h')
    const told = receiver.received.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { session: { id: string } } }
      return [type, data.session.id]
    })
    expect(told).toEqual([
      ['payment.requires_action', pix.id],
      ['session.expired', first.id],
      ['payment.failed', pix.id],
      ['session.expired', expiring.id],
    ])
  })

  it('an idempotency key expires after a day of the merchant, and not before', async () => {
    await setClock(merchant, { action: 'freeze' })
    const create = async () => {
      const body = { merchantId: merchant.id, amount: 100 }
      return (await merchant.post('/v1/sessions', body, { 'idempotency-key': 'order-1' })).body
    }
    const first = await create()
    await advance('24h')
    expect(await create()).toEqual(first)
    await advance('1s')
    expect(await api.sql(`select key from idempotency_keys where key = 'order-1'`)).toEqual([])
    expect(await create()).not.toEqual(first)
  })

  it('a pending refund ends, and a payment without a response is resolved', async () => {
    await setClock(merchant, { action: 'freeze' })
    const customer = { email: 'refund_pending@example.com' }
    const open = await createTestSession(api, { customer }, merchant)
    await open.payByCard('4242424242424242')
    await merchant.post(`/v1/sessions/${open.id}/refunds`)
    expect((await open.read()).paymentStatus).toBe('paid')
    const processing = await createTestSession(api, {}, merchant)
    await processing.payByCard('4000202000000004')
    await advance('1m')
    expect((await open.read()).paymentStatus).toBe('refunded')
    expect((await processing.read()).status).toBe('complete')
  })

  it('a payment with a call in flight is not given up', async () => {
    const open = await createTestSession(api, {}, merchant)
    const id = 'pay_0000000000000000000001'
    await api.sql(
      `insert into payments (id, session_id, method, amount_minor, currency, processor, created_at, updated_at,
         next_inquiry_at)
       select $1, id, 'card', amount_minor, currency, 'simulated', $3, $3, $3 from sessions where id = $2`,
      id,
      open.id,
      api.clock.now(),
    )
    await advance('10m')
    expect((await open.read()).payment?.status).toBe('created')
    await api.sql(
      `update payments set inserted_at = now() - interval '31 seconds' where id = $1`,
      id,
    )
    await advance('1s')
    expect((await open.read()).payment?.status).toBe('failed')
  })

  it('a receipt e-mail is retried', async () => {
    const results = ['retry', 'retry', 'sent'] as const
    let tries = 0
    api.sandbox.receipts = {
      send: async () => ({ result: results[tries++] ?? 'sent', reason: 'busy' }),
    }
    await setClock(merchant, { action: 'freeze' })
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4242424242424242')
    await advance('3m')
    expect(tries).toBe(3)
    const [receipt] = await api.sql<{ status: string }>(
      'select status from receipt_emails where session_id = $1',
      open.id,
    )
    expect(receipt?.status).toBe('sent')
  })

  it('advancing two months takes no longer than a day', async () => {
    await setClock(merchant, { action: 'freeze' })
    const customer = { ...NEVER_PAYS.customer, name: 'Ana Souza', taxId: '11144477735' }
    const open = await createTestSession(api, { customer, boleto: { expiresInDays: 60 } }, merchant)
    await open.pay({ method: 'boleto' })
    const asked = await api.database.statementsOf(() => advance('70d'))
    expect((await open.read()).status).toBe('expired')
    expect(asked.filter((name) => name.startsWith('move sandbox clock')).length).toBeLessThan(150)
  })
})

describe('at the same time', () => {
  it('merchants with other clocks, or none, are not affected', async () => {
    const others = await Promise.all([
      api.addMerchant({ callbackUrl: receiver.url }),
      api.addMerchant({ callbackUrl: receiver.url }),
    ])
    const [ahead, real] = others
    if (ahead === undefined || real === undefined) throw new Error('there are two others')
    await setClock(merchant, { action: 'freeze' })
    await setClock(ahead, { action: 'advance', by: '1h' })
    const opens = await Promise.all(
      [merchant, ahead, real].map((whose) =>
        createTestSession(api, { expiresInSeconds: 3600 }, whose),
      ),
    )
    await setClock(ahead, { action: 'advance', by: '2h' })
    const states = () => Promise.all(opens.map(async (open) => (await open.look()).status))
    expect(await states()).toEqual(['open', 'expired', 'open'])
    await advance('59m')
    expect(await states()).toEqual(['open', 'expired', 'open'])
    api.clock.advance(3_600_000)
    expect(await states()).toEqual(['open', 'expired', 'expired'])
    await advance('2m')
    expect(await states()).toEqual(['expired', 'expired', 'expired'])
  })

  it('concurrent requests see monotonic time, and nothing is paid twice', async () => {
    await setClock(merchant, { action: 'freeze' })
    const opens = await Promise.all(
      Array.from({ length: 5 }, () => createTestSession(api, {}, merchant)),
    )
    const times: string[] = []
    const done = new AbortController()
    const watching = (async () => {
      while (!done.signal.aborted) {
        times.push((await readClock(merchant)).now)
        await new Promise((turn) => setImmediate(turn))
      }
    })()
    const paying = opens.map(async (open) => open.pay({ method: 'pix' }))
    await Promise.all([advance('5m'), advance('5m'), ...paying])
    done.abort()
    await watching
    expect(times).toEqual(times.toSorted())
    await advance('5m')
    for (const open of opens) {
      expect((await open.read()).status).toBe('complete')
      expect(await readLedger(api.database, open.id)).toHaveLength(1)
    }
  })
})

describe('after the return to real time', () => {
  it('past events stay, and new ones come after them', async () => {
    await setClock(merchant, { action: 'advance', by: '30d' })
    const open = await createTestSession(api, {}, merchant)
    await open.payByCard('4000000000000002')
    await setClock(merchant, { action: 'resume' })
    const declined = await open.look()
    expect(declined.payment?.status).toBe('failed')
    await open.payByCard('4242424242424242')
    expect((await open.read()).payment?.status).toBe('succeeded')
    const paid = await createPaidSession(api)
    expect(await paid.look()).toMatchObject({ clockFrozen: false })
    expect((await merchant.post(PATH, { action: 'freeze' })).status).toBe(200)
  })
})
