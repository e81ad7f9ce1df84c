import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { readLedger } from '#proof/testing/simulation.ts'
import { resolvePayments } from '../../service/payments/resolve-payments.ts'

describe('a change of a session', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await api.sql(`create function refuse_event() returns trigger language plpgsql as
      $$ begin raise exception 'no room for events'; end $$`)
  })
  afterAll(() => api.close())

  /** Runs `work` while events cannot be written. */
  const withoutEvents = async (work: () => Promise<void>) => {
    await api.sql(
      'create trigger refuse_event before insert on events for each row execute function refuse_event()',
    )
    try {
      await work()
    } finally {
      await api.sql('drop trigger refuse_event on events')
    }
  }
  const deliveriesOf = async (id: string) =>
    api.sql<{ url: string; status: string }>(
      'select d.url, d.status from deliveries d join events e on e.id = d.event_id where e.session_id = $1',
      id,
    )

  it('is rolled back when its event cannot be written', async () => {
    const open = await createTestSession(api)
    await withoutEvents(async () => {
      const answer = await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
      expect(answer.problem().code).toBe('internal_error')
    })
    expect(await open.read()).toStrictEqual(open.session)
    expect((await api.merchant.post(`/v1/sessions/${open.id}/cancel`)).status).toBe(200)
    expect((await open.notifications()).map(({ sequence }) => sequence)).toEqual([1])
  })

  it('is repaired by the worker when the processor took the money meanwhile', async () => {
    const open = await createTestSession(api)
    await withoutEvents(async () => {
      expect((await open.payByCard('4242424242424242')).problem().code).toBe('internal_error')
    })
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
    expect(await open.look()).toMatchObject({ status: 'open', payment: { status: 'created' } })
    api.clock.advance(30_000)
    await resolvePayments(api.context)
    expect(await open.look()).toMatchObject({ status: 'complete' })
    expect((await open.notifications()).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['payment.succeeded', 1],
      ['session.completed', 2],
    ])
    expect(await readLedger(api.database, open.id)).toHaveLength(1)
  })

  it('creates a delivery for each of its events', async () => {
    const open = await createPaidSession(api)
    const delivery = { url: 'https://store.example/webhooks', status: 'pending' }
    expect(await deliveriesOf(open.id)).toEqual([delivery, delivery])
  })

  it('creates an event without a delivery when there is no webhook endpoint', async () => {
    const merchant = await api.addMerchant({ callbackUrl: null })
    const open = await createTestSession(api, {}, merchant)
    await merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect(await open.notifications()).toHaveLength(1)
    expect(await deliveriesOf(open.id)).toEqual([])
  })

  it('creates an event with a snapshot of the session and its working URL', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    const afterDecline = await open.read()
    await open.payByCard('4242424242424242')
    const [failed] = await open.notifications()
    expect(failed?.data.session).toStrictEqual(afterDecline)
    expect(failed?.data.session?.url).toBe(open.session.url)
    expect(await api.dump()).not.toContain(open.reference)
  })

  it('creates events that are listed newest first and delivered oldest first', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const open = await createPaidSession(api)
      const { data } = (await api.merchant.get(`/v1/events?sessionId=${open.id}`)).as(EventList)
      expect(data.map(({ type }) => type)).toEqual(['session.completed', 'payment.succeeded'])
      const due = await api.sql<{ type: string }>(
        `select e.type from deliveries d join events e on e.id = d.event_id where e.session_id = $1
         order by d.next_attempt_at, d.id`,
        open.id,
      )
      expect(due.map(({ type }) => type)).toEqual(['payment.succeeded', 'session.completed'])
    }
  })

  it('has the same events in the list and by id', async () => {
    const open = await createPaidSession(api)
    const { data } = (await api.merchant.get(`/v1/events?sessionId=${open.id}`)).as(EventList)
    for (const event of data)
      expect((await api.merchant.get(`/v1/events/${event.id}`)).body).toStrictEqual(event)
  })
})
