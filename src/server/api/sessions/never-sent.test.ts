import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Event, EventList } from '#contract/event.ts'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { expireSessions } from '../../service/sessions/expire-sessions.ts'
import { replayEvents } from '../../service/events/replay-events.ts'
import { readTimeline } from '../../service/sessions/read-timeline.ts'

const NEVER = { sandbox: { deliveries: 'none' } } as const

describe('R-70: a session of the sandbox whose events are never sent', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const simulate = (open: OpenSession, body: object) =>
    api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, body)
  const eventsOf = async ({ id }: { id: string }) =>
    (await api.merchant.get(`/v1/events?limit=100&sessionId=${id}`)).as(EventList).data
  const disable = (at: string) =>
    api.sql(`update merchants set callback_disabled_at = ${at} where id = $1`, api.merchant.id)

  const WAYS: Record<string, [happens: (open: OpenSession) => Promise<unknown>, last: string]> = {
    paid: [(open) => open.payByCard('4242424242424242'), 'session.completed'],
    declined: [(open) => open.payByCard('4000000000000002'), 'payment.failed'],
    canceled: [({ id }) => api.merchant.post(`/v1/sessions/${id}/cancel`), 'session.canceled'],
    'expired by the worker': [
      async () => {
        api.clock.advance(24 * 3_600_000)
        await expireSessions(api.context)
      },
      'session.expired',
    ],
    'expired by a simulation': [(open) => simulate(open, { outcome: 'expire' }), 'session.expired'],
    'paid late by Pix': [
      (open) => simulate(open, { outcome: 'pix_paid_late' }),
      'refund.succeeded',
    ],
    refunded: [
      async (open) => {
        await simulate(open, { outcome: 'pay' })
        await api.merchant.post(`/v1/sessions/${open.id}/refunds`, {})
      },
      'refund.succeeded',
    ],
    'taken back': [
      async (open) => {
        await simulate(open, { outcome: 'pay' })
        await simulate(open, { outcome: 'reverse' })
      },
      'payment.reversed',
    ],
  }

  it.each(Object.keys(WAYS))('%s: has its events, and no delivery', async (way) => {
    const [happens, last] = WAYS[way] ?? []
    for (const at of ['null', 'now()']) {
      await disable(at)
      const open = await createTestSession(api, NEVER)
      await happens?.(open)
      const events = await eventsOf(open)
      expect(events.map(({ type }) => type)).toContain(last)
      expect(events.flatMap(({ deliveries }) => deliveries)).toEqual([])
    }
    await disable('null')
  })

  it('is told by a replay, by one of the dashboard, and by its explanation', async () => {
    const open = await createTestSession(api, NEVER)
    await open.payByCard('4242424242424242')
    const [event] = await eventsOf(open)
    const eventId = event?.id ?? ''
    const refused = await api.merchant.post(`/v1/events/${eventId}/replay`)
    expect(refused.problem()).toMatchObject({
      code: 'not_found',
      detail: 'Its session was created with sandbox.deliveries "none": its events are never sent.',
    })
    const { database, keys, random, clock } = api.context
    const dashboard = { database, keys, random, clock, clockOf: () => clock }
    const merchantId = api.merchant.id
    const again = await replayEvents(dashboard, { merchantId, eventIds: [eventId] })
    expect(again).toMatchObject({ outcome: 'refused', code: 'never_sent' })
    const told = await readTimeline(api.context, { id: open.id, merchantId })
    expect(told?.explanation.verdict.map(({ key }) => key)).toContain('never_sent')
    expect((await api.merchant.get(`/v1/events/${eventId}`)).as(Event).deliveries).toEqual([])
  })

  it.each([{ deliveries: 'some' }, { unheardOf: 1 }, 'none'])('422 for %o', async (sandbox) => {
    const asked = { merchantId: api.merchant.id, amount: 100, currency: 'BRL', sandbox }
    const { code, errors } = (await api.merchant.post('/v1/sessions', asked)).problem()
    expect([code, errors?.[0]?.path]).toEqual([
      'validation_failed',
      expect.stringMatching(/^sandbox/),
    ])
  })

  it('has an answer like that of any other session', async () => {
    const asked = { merchantId: api.merchant.id, amount: 100, currency: 'BRL' }
    const [plain, never] = await Promise.all(
      [asked, { ...asked, ...NEVER }].map(async (body) =>
        (await api.merchant.post('/v1/sessions', body)).as(Session),
      ),
    )
    expect(Object.keys(never ?? {})).toEqual(Object.keys(plain ?? {}))
  })
})

describe('R-70: sandbox.deliveries in production', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ environment: 'production' })
  })
  afterAll(() => api.close())

  it.each([
    [{}, ['sandbox']],
    [{ amount: -1 }, ['amount', 'sandbox']],
  ])('422 by name, with %o', async (changes, paths) => {
    const asked = { merchantId: api.merchant.id, amount: 100, currency: 'BRL', ...NEVER }
    const { code, errors } = (
      await api.merchant.post('/v1/sessions', { ...asked, ...changes })
    ).problem()
    expect([code, errors?.map(({ path }) => path)]).toEqual(['validation_failed', paths])
    expect(errors?.at(-1)?.message).toBe('is for the sandbox: leave it out in production')
  })
})
