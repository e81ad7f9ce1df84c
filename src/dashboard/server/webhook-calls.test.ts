import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FailingWebhooks,
  MatchingAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookEvent,
  WebhookEvents,
} from '#contract/dashboard/webhook.ts'
import { grantOf, type Permission } from '#contract/dashboard/permissions.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  seatOf,
  type Membership,
} from '#contract/dashboard/roles.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openDashboardOf, type DashboardOfApi } from '#proof/testing/dashboard/dashboard-of-api.ts'
import { perform } from '#proof/testing/dashboard/actions.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'

let api: TestApi
let dashboard: DashboardOfApi
let receiver: WebhookReceiver
let merchant: TestMerchant
let admin: Browser
beforeAll(async () => {
  api = await startTestApi()
  dashboard = openDashboardOf(api)
  receiver = await startWebhookReceiver()
  merchant = await api.addMerchant({ callbackUrl: receiver.url })
  admin = await dashboard.signIn({ merchantId: null, role: 'admin' })
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await api.close()
})

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]
const EMAIL = 'ada@mail.example'

/** Creates a session and cancels it; it has one event. */
async function cancelSession(of = merchant): Promise<string> {
  const asked = { orderReference: 'A-1001', customer: { email: EMAIL, name: 'Ada Lovelace' } }
  const open = await createTestSession(api, asked, of)
  await of.post(`/v1/sessions/${open.id}/cancel`)
  return open.id
}
const advance = (by: string, of = merchant) =>
  of.post('/v1/sandbox/clock', { action: 'advance', by })
const eventsOf = async (query = '', of = merchant) =>
  WebhookEvents.parse((await admin.get(`/api/webhooks/${of.id}/events${query}`)).body)

describe('GET /api/webhooks/{merchant}/events', () => {
  it('lists by the state of the last delivery, and filters as a replay does', async () => {
    const of = await api.addMerchant({ callbackUrl: receiver.url })
    const sessionId = await cancelSession(of)
    expect((await eventsOf('', of)).items).toMatchObject([
      {
        type: 'session.canceled',
        sessionId,
        orderReference: 'A-1001',
        state: 'pending',
        attempts: 0,
      },
    ])
    receiver.answer = (_, response) => response.writeHead(500).end('no')
    await advance('1s', of)
    const [failing] = (await eventsOf('', of)).items
    expect(failing).toMatchObject({ state: 'retrying', attempts: 1, lastStatusCode: 500 })
    await advance('4d', of)
    receiver.answer = (_, response) => response.writeHead(204).end()
    await cancelSession(of)
    await advance('1s', of)
    const matching = {
      '?state=failing': 1,
      '?state=exhausted': 1,
      '?state=retrying': 0,
      '?state=succeeded': 1,
      '?state=unsent': 0,
      '?answer=5xx': 1,
      '?answer=500': 1,
      '?answer=404': 0,
      '?answer=none': 0,
      '?state=failing&answer=4xx': 0,
      '?state=failing&answer=5xx&type=session.canceled': 1,
      '?type=session.canceled': 2,
      '?type=refund.failed': 0,
      [`?sessionId=${sessionId}`]: 1,
      [`?sessionId=${sessionId}&type=refund.failed`]: 0,
      '?since=2100-01-01T00:00:00.000Z': 0,
      '?since=2020-01-01T00:00:00.000Z': 2,
      '?state=failing&since=2020-01-01T00:00:00.000Z': 1,
      [`?after=${failing?.id}`]: 0,
    }
    const counted: Record<string, number> = {}
    for (const query of Object.keys(matching)) {
      const page = await eventsOf(query, of)
      counted[query] = page.items.length
      expect([query, page.hasMore, page.after]).toEqual([query, false, null])
    }
    expect(counted).toEqual(matching)
    for (const query of ['?state=none', '?since=now', '?after=x', '?answer=600', '?more=1'])
      expect(outcome(await admin.get(`/api/webhooks/${of.id}/events${query}`))).toEqual([
        422,
        'invalid_request',
      ])
  })

  it('pages by `after`, newest first, each event once', async () => {
    const of = await api.addMerchant()
    const sessions: string[] = []
    for (let made = 0; made < 53; made++) sessions.unshift(await cancelSession(of))
    const first = await eventsOf('', of)
    expect([first.items.length, first.hasMore]).toEqual([50, true])
    const second = await eventsOf(`?after=${first.after}`, of)
    expect(second).toMatchObject({ hasMore: false, after: null })
    const listed = [...first.items, ...second.items].map(({ sessionId }) => sessionId)
    expect(listed).toEqual(sessions)
    const waiting = await eventsOf('?state=pending', of)
    expect(waiting.after).toBe(first.after)
  })
})

describe('GET /api/webhooks/{merchant}', () => {
  it('says how the receiver does, and what came of the last hours', async () => {
    const of = await api.addMerchant({ callbackUrl: receiver.url })
    receiver.answer = (_, response) => response.writeHead(204).end()
    await cancelSession(of)
    await advance('1s', of)
    receiver.answer = (_, response) => response.writeHead(500).end('relation "orders" is gone')
    await cancelSession(of)
    await advance('1s', of)
    const read = async () => WebhookAnswer.parse((await admin.get(`/api/webhooks/${of.id}`)).body)
    const { health, hours, url, isWhole, medianMs, ownTime } = await read()
    expect(url).toBe(receiver.url)
    expect(isWhole).toBe(true)
    expect(medianMs).toEqual(expect.any(Number))
    expect(health).toMatchObject({
      failing: 1,
      answers: [{ statusCode: 500, excerpt: 'relation "orders" is gone', count: 1 }],
    })
    expect(hours).toHaveLength(24)
    expect(hours.at(-1)).toMatchObject({ ok: 1, failing: 1, waiting: 0, givenUp: 0 })
    expect(ownTime).toMatchObject({ isFrozen: false })

    const failing = FailingWebhooks.parse((await admin.get('/api/webhooks')).body)
    expect(failing.webhooks.find(({ merchantId }) => merchantId === of.id)).toMatchObject({
      failing: 1,
      failingSince: expect.any(String),
    })
    expect(failing.webhooks.some(({ failing: count, givenUp }) => count + givenUp === 0)).toBe(
      false,
    )

    const matching = async (query: string) =>
      MatchingAnswer.parse((await admin.get(`/api/webhooks/${of.id}/matching?${query}`)).body)
    expect(await matching('state=undelivered')).toMatchObject({ matched: 1, sessions: 1 })
    expect(await matching('state=undelivered&answer=404')).toMatchObject({ matched: 0 })
    expect(await matching('state=delivered')).toMatchObject({ matched: 1, isTooMany: false })
  })
})

describe('an event', () => {
  let eventId: string
  beforeAll(async () => {
    receiver.answer = (_, response) => response.writeHead(500).end('<b>no</b>')
    const sessionId = await cancelSession()
    await advance('1s')
    const { items: rows } = await eventsOf(`?sessionId=${sessionId}`)
    eventId = rows[0]?.id ?? ''
  })

  const address = () => `/api/webhooks/${merchant.id}/events/${eventId}`

  it('shows what was sent and answered, the person masked until somebody asks', async () => {
    const event = WebhookEvent.parse((await admin.get(address())).body)
    expect(event).toMatchObject({ state: 'retrying', orderReference: 'A-1001', showsBody: true })
    expect(event.body).not.toContain(EMAIL)
    expect(event.body).toContain('a•••@mail.example')
    expect(event.body).toContain('/c/•••"')
    const [attempt] = event.deliveries[0]?.attempts ?? []
    expect(attempt).toMatchObject({ statusCode: 500, responseExcerpt: '<b>no</b>' })
    expect(attempt?.requestHeaders).toMatchObject({ 'webhook-id': eventId })

    const sent = receiver.received.find(({ headers }) => headers['webhook-id'] === eventId)
    const shown = WebhookBody.parse((await admin.post(`${address()}/body`)).body)
    expect(shown.body).toBe(sent?.body)
    const reads = await api.sql(
      'select why, fields from person_reads where merchant_id = $1',
      merchant.id,
    )
    expect(reads).toEqual([{ why: 'event, shown', fields: ['name', 'email'] }])
  })

  it.each([
    ...OPERATOR_ROLES.map((role) => ({ of: 'the operator', role })),
    ...MERCHANT_ROLES.map((role) => ({ of: 'a merchant', role })),
  ])('$role of $of: as the table says, at the own merchant alone', async ({ of, role }) => {
    const isOperator = of === 'the operator'
    const membership = { merchantId: isOperator ? null : merchant.id, role } as Membership
    const browser = await dashboard.signIn(membership)
    const extent = (permission: Permission) => grantOf(seatOf(membership), permission)
    const reads = extent('deliveries:read')
    const paths = ['', '/events', '/matching?state=undelivered', `/events/${eventId}`]
    for (const path of paths) {
      const said = await browser.get(`/api/webhooks/${merchant.id}${path}`)
      expect([path, said.status]).toEqual([path, reads === undefined ? 403 : 200])
      const isAnswerShown = said.text.includes('<b>no</b>')
      expect([path, isAnswerShown && reads !== 'all']).toEqual([path, false])
    }
    const body = await browser.post(`${address()}/body`)
    const persons = extent('persons:read')
    const isShown = reads === 'all' || (reads !== undefined && persons === 'on_request')
    expect(body.status).toBe(isShown ? 200 : 403)
    const all = await browser.get('/api/webhooks')
    expect(all.status).toBe(isOperator ? (reads === undefined ? 403 : 200) : 404)

    const other = await api.addMerchant()
    const none = '00000000-0000-4000-8000-000000000000'
    for (const path of isOperator ? [] : paths)
      expect(bytesOf(await browser.get(`/api/webhooks/${other.id}${path}`))).toEqual(
        bytesOf(await browser.get(`/api/webhooks/${none}${path}`)),
      )
    const unknown = await browser.get(`/api/webhooks/${merchant.id}/events/evt_${'0'.repeat(22)}`)
    expect(unknown.status).toBe(reads === undefined ? 403 : 404)
  })

  it('S-137: masks an answer that repeats what was sent, and records who reads it', async () => {
    const of = await api.addMerchant({ callbackUrl: receiver.url })
    receiver.answer = ({ body }, response) => response.writeHead(500).end(body)
    const sessionId = await cancelSession(of)
    await advance('1s', of)
    const [row] = (await eventsOf(`?sessionId=${sessionId}`, of)).items
    const path = `/api/webhooks/${of.id}/events/${row?.id}`
    const seats: Membership[] = [
      ...OPERATOR_ROLES.map((role) => ({ merchantId: null, role })),
      ...MERCHANT_ROLES.map((role) => ({ merchantId: of.id, role })),
    ]
    const countReads = async () =>
      (await api.sql('select 1 from person_reads where merchant_id = $1', of.id)).length
    for (const seat of seats) {
      const browser = await dashboard.signIn(seat)
      for (const at of [path, `/api/webhooks/${of.id}`, `/api/timeline/${sessionId}`]) {
        const { text } = await browser.get(at)
        for (const value of [EMAIL, 'Lovelace'])
          expect([at, text.includes(value)]).toEqual([at, false])
      }
      const before = await countReads()
      const { status, text } = await browser.post(`${path}/body`)
      expect(await countReads()).toBe(before + (status === 200 ? 1 : 0))
      expect(text.includes('Lovelace')).toBe(status === 200)
    }
    const event = WebhookEvent.parse((await admin.get(path)).body)
    expect(event.deliveries[0]?.attempts).toMatchObject([{ responseExcerpt: '•••' }])
    const { answers, body } = WebhookBody.parse((await admin.post(`${path}/body`)).body)
    expect(answers).toHaveLength(1)
    expect(answers[0]?.responseExcerpt).toContain(EMAIL)
    // Nobody who reads the answer may pay by the session's link.
    const [link = 'none'] = /c\/[0-9A-Za-z]{33}/.exec(body) ?? []
    expect(answers[0]?.responseExcerpt).not.toContain(link)
    receiver.answer = (_, response) => response.writeHead(204).end()
  })

  it("of another merchant is as none, under one's own address, too", async () => {
    const other = await api.addMerchant()
    const browser = await dashboard.signIn({ merchantId: other.id, role: 'owner' })
    const unknown = `evt_${'0'.repeat(22)}`
    for (const at of [merchant.id, other.id]) {
      const none = bytesOf(await browser.get(`/api/webhooks/${other.id}/events/${unknown}`))
      expect(bytesOf(await browser.get(`/api/webhooks/${at}/events/${eventId}`))).toEqual(none)
      expect(bytesOf(await browser.post(`/api/webhooks/${at}/events/${eventId}/body`))).toEqual(
        none,
      )
    }
  })

  it('that is sent again is due by the clock of its merchant', async () => {
    const of = await api.addMerchant({ callbackUrl: receiver.url })
    await cancelSession(of)
    await of.post('/v1/sandbox/clock', { action: 'freeze' })
    const { items: rows } = await eventsOf('', of)
    receiver.answer = (_, response) => response.writeHead(204).end()
    api.clock.advance(60_000)
    const eventIds = rows.map(({ id }) => id)
    const said = await perform(admin, 'event.replay', { merchantId: of.id, eventIds })
    expect(said.status).toBe(200)
    const frozen = api.context.time.clockOf(of.id)()
    const [row] = await api.sql<{ at: Date }>(
      'select next_attempt_at as at from deliveries where merchant_id = $1 order by id desc limit 1',
      of.id,
    )
    expect(row?.at).toEqual(frozen)
  })
})
