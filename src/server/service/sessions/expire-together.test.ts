import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { expireBatch } from './expire-session.ts'
import { expireSessions } from './expire-sessions.ts'

const PIX_ACTION = { type: 'pix', brCode: 'x', expiresAt: '2026-11-20T16:00:00.000Z' } as const

// tests guard: expire-from-version

describe('sessions that expire together', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const merchantWithEndpoint = () => api.addMerchant({ callbackUrl: 'https://store.example/hooks' })
  const eventsOf = (merchantId: string) =>
    api.sql<{ session: string; sequence: number; type: string; body: string; delivery: string }>(
      `select e.session_id as session, e.sequence, e.type, e.body, d.status as delivery
       from events e left join deliveries d on d.event_id = e.id where e.merchant_id = $1`,
      merchantId,
    )
  const statesOf = async (merchantId: string) =>
    api.sql<{ status: string; version: number; count: number }>(
      `select status, version, count(*)::int as count from sessions where merchant_id = $1 group by 1, 2 order by 1`,
      merchantId,
    )
  async function expireAll(): Promise<void> {
    while (await expireSessions(api.context));
  }

  it('have an event and a delivery each, also when two workers race', async () => {
    const merchant = await merchantWithEndpoint()
    const first = await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    await api.sql(
      `insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
       select 'cs_' || lpad(n::text, 22, '0'), sha256(n::text::bytea), merchant_id, currency, amount_minor, details,
         expires_at, created_at from sessions, generate_series(1, 499) n where id = $1`,
      first.id,
    )
    api.clock.advance(60_000)
    await Promise.all([expireAll(), expireAll()])
    await expireAll()
    expect(await statesOf(merchant.id)).toEqual([{ status: 'expired', version: 2, count: 500 }])
    const events = await eventsOf(merchant.id)
    expect(events).toHaveLength(500)
    expect(new Set(events.map(({ session }) => session)).size).toBe(500)
    for (const { session, sequence, type, body, delivery } of events) {
      expect({ sequence, type, delivery }).toEqual({
        sequence: 1,
        type: 'session.expired',
        delivery: 'pending',
      })
      expect(JSON.parse(body)).toMatchObject({
        type: 'session.expired',
        sequence: 1,
        data: { session: { id: session, status: 'expired', version: 2 } },
      })
    }
    // What the API says of the session is what its event said.
    const [notification] = await first.notifications()
    expect(notification?.data.session).toEqual(await first.read())
  })

  it('continue the sequence of the events before', async () => {
    const merchant = await merchantWithEndpoint()
    const declined = await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    processor.script('createPayment', { status: 'failed', declineCode: 'card_declined' })
    await declined.pay(SEALED_CARD)
    api.clock.advance(60_000)
    await expireAll()
    const events = await declined.notifications()
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['payment.failed', 1],
      ['session.expired', 2],
    ])
  })

  it('leave out one with a payment that was begun after they were listed', async () => {
    const merchant = await merchantWithEndpoint()
    const [open, paying, waiting] = [
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
    ]
    processor.script('createPayment', SILENT)
    await paying.pay(SEALED_CARD)
    processor.script('createPayment', { status: 'requires_action', action: PIX_ACTION })
    await waiting.pay({ method: 'pix' })
    const ids = [open, paying, waiting].map(({ id }) => id)
    expect(await expireBatch(api.context, ids)).toBe(0)
    api.clock.advance(60_000)
    expect(await expireBatch(api.context, ids)).toBe(1)
    expect((await open.read()).status).toBe('expired')
    expect((await paying.read()).status).toBe('open')
    expect((await waiting.read()).status).toBe('open')
  })

  it('leave out one that was changed after they were read', async () => {
    const open = await createTestSession(
      api,
      { expiresInSeconds: 60 },
      await merchantWithEndpoint(),
    )
    api.clock.advance(60_000)
    const { database } = api.context
    const overtaken: typeof database = {
      ...database,
      async query(asked, values) {
        if (asked.name.startsWith('expire sessions'))
          await api.sql('update sessions set version = version + 1 where id = $1', open.id)
        return database.query(asked, values)
      },
    }
    expect(await expireBatch({ ...api.context, database: overtaken }, [open.id])).toBe(0)
    expect(await expireBatch(api.context, [open.id])).toBe(1)
  })

  it('hold the deliveries of an endpoint that is disabled', async () => {
    const merchant = await merchantWithEndpoint()
    await createTestSession(api, { expiresInSeconds: 60 }, merchant)
    await api.sql(`update merchants set callback_disabled_at = now() where id = $1`, merchant.id)
    api.clock.advance(60_000)
    await expireAll()
    expect(await eventsOf(merchant.id)).toMatchObject([{ delivery: 'disabled' }])
  })

  it('expire one by one when one of them cannot, which delays no other', async () => {
    const merchant = await merchantWithEndpoint()
    const [first, poisoned, last] = [
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
      await createTestSession(api, { expiresInSeconds: 60 }, merchant),
    ]
    await api.sql(
      `create function poison() returns trigger language plpgsql as $$
       begin raise exception 'poisoned'; end $$`,
    )
    await api.sql(
      `create trigger poison before update on sessions for each row when (old.id = '${poisoned.id}')
       execute function poison()`,
    )
    api.clock.advance(60_000)
    await expireAll()
    await api.sql('drop trigger poison on sessions')
    expect((await first.read()).status).toBe('expired')
    expect((await last.read()).status).toBe('expired')
    expect((await poisoned.read()).status).toBe('open')
    expect(api.logged.join('\n')).toContain('sessions expire one by one')
    await expireAll()
    expect(await statesOf(merchant.id)).toEqual([{ status: 'expired', version: 2, count: 3 }])
    expect(await eventsOf(merchant.id)).toHaveLength(3)
  })
})
