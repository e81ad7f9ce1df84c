import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Membership } from '#contract/dashboard/roles.ts'
import {
  addGivenUpEvent,
  addTenant,
  perform,
  signAction,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { enterWithPasskey } from '#proof/testing/dashboard/passkey-person.ts'
import { readLatestReplay } from '#server/database/events/delivery-replays.ts'

const FILTER = { state: 'undelivered' }

let sandbox: TestDashboard
beforeAll(async () => {
  sandbox = await openTestDashboard()
})
afterAll(() => sandbox.close())

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]

async function enter(membership: Membership): Promise<Browser> {
  const browser = sandbox.browser()
  const { token } = await sandbox.invite(membership)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

const admin = () => enter({ merchantId: null, role: 'admin' })

/** A merchant with this number of events that were given up. */
async function tenantWith(events: number): Promise<TenantOfTest> {
  const tenant = await addTenant(sandbox)
  for (let made = 1; made < events; made++) await addGivenUpEvent(sandbox, tenant.merchantId)
  return tenant
}

const countDeliveries = async ({ merchantId }: TenantOfTest) => {
  const counted = 'select count(*)::int as count from deliveries where merchant_id = $1'
  return (await sandbox.sql<{ count: number }>(counted, merchantId))[0]?.count
}

describe('event.replay', () => {
  it('sends events once more, each with its row in the audit log', async () => {
    const tenant = await addTenant(sandbox)
    const { merchantId, eventId } = tenant
    const second = await addGivenUpEvent(sandbox, merchantId)
    const browser = await enter({ merchantId, role: 'developer' })
    const input = { merchantId, eventIds: [eventId, second, eventId] }
    const said = await perform(browser, 'event.replay', input)
    expect(said.body).toEqual({
      replays: [eventId, second].map((id) => ({ eventId: id, deliveryId: expect.any(String) })),
    })
    const rows = await sandbox.sql(
      `select subject from audit_log where merchant_id = $1 and action = 'event.replayed' order by sequence`,
      merchantId,
    )
    expect(rows).toEqual([{ subject: eventId }, { subject: second }])
  })

  it("S-90: of another merchant's event is as of none, and sends none of the others", async () => {
    const tenant = await addTenant(sandbox)
    const other = await addTenant(sandbox)
    const { merchantId, eventId } = tenant
    const none = `evt_${'0'.repeat(22)}`
    const tried = []
    for (const id of [other.eventId, none])
      tried.push(
        await perform(await admin(), 'event.replay', { merchantId, eventIds: [eventId, id] }),
      )
    expect(tried.map(outcome)).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
    expect(await countDeliveries(tenant)).toBe(1)
  })

  it('is refused without an endpoint', async () => {
    const tenant = await addTenant(sandbox)
    const { merchantId, eventId } = tenant
    await sandbox.sql('update merchants set callback_url = null where id = $1', merchantId)
    const said = await perform(await admin(), 'event.replay', { merchantId, eventIds: [eventId] })
    expect(outcome(said)).toEqual([409, 'no_endpoint'])
  })
})

describe('how far a role goes', () => {
  it.each([
    { role: 'support', at: 'merchant', max: 10 },
    { role: 'support', at: 'operator', max: 100 },
  ] as const)('$role of the $at: $max events', async ({ at, max }) => {
    const tenant = await tenantWith(max + 1)
    const { merchantId } = tenant
    const browser = await enter({
      merchantId: at === 'operator' ? null : merchantId,
      role: 'support',
    })
    const replay = (atMost: number) =>
      perform(browser, 'delivery.replayMatching', { merchantId, filter: FILTER, atMost })
    expect(outcome(await replay(max + 1))).toEqual([403, 'over_limit'])
    // The server counts the matching events itself, and finds one more than the request says.
    expect(outcome(await replay(max))).toEqual([409, 'more_match'])
    expect(await readLatestReplay(sandbox.context.database, merchantId)).toBeUndefined()

    const whole = { merchantId, filter: FILTER, atMost: max + 1 }
    const begun = await perform(await admin(), 'delivery.replayMatching', whole)
    expect(begun.body).toEqual({ matched: max + 1, sessions: 0 })
    const stopped = await perform(browser, 'delivery.stopReplay', { merchantId })
    expect(outcome(stopped)).toEqual([403, 'over_limit'])
  })

  it('a replay of so many events one by one is over it, too', async () => {
    const { merchantId, eventId } = await addTenant(sandbox)
    const more = []
    for (let made = 0; made < 10; made++) more.push(await addGivenUpEvent(sandbox, merchantId))
    const browser = await enter({ merchantId, role: 'support' })
    const replay = (eventIds: string[]) =>
      perform(browser, 'event.replay', { merchantId, eventIds })
    expect(outcome(await replay([eventId, ...more]))).toEqual([403, 'over_limit'])
    expect((await replay(more)).status).toBe(200)
  })
})

describe('delivery.replayMatching', () => {
  it('goes on until it ends or is stopped, one at a time', async () => {
    const tenant = await tenantWith(2)
    const { merchantId } = tenant
    const input = { merchantId, filter: FILTER, atMost: 2 }
    const browser = await admin()
    expect((await perform(browser, 'delivery.replayMatching', input)).status).toBe(200)
    const again = await perform(browser, 'delivery.replayMatching', input)
    expect(outcome(again)).toEqual([409, 'replay_in_progress'])
    const stopped = await perform(browser, 'delivery.stopReplay', { merchantId })
    expect(stopped.body).toEqual({ matched: 2, released: 0 })
    const over = await perform(browser, 'delivery.stopReplay', { merchantId })
    expect(outcome(over)).toEqual([409, 'none_match'])
    const none = { ...input, filter: { state: 'delivered' } }
    expect(outcome(await perform(browser, 'delivery.replayMatching', none))).toEqual([
      409,
      'none_match',
    ])
  })

  it('is signed in production where it may be more than 1000', async () => {
    const production = await openTestDashboard('production')
    try {
      const person = await enterWithPasskey(production)
      const { merchantId } = await addTenant(production)
      const dashboardAction = 'delivery.replayMatching'
      const input = (atMost: number) => ({ merchantId, filter: FILTER, atMost })
      const unsigned = await perform(person.browser, dashboardAction, input(1001))
      expect(outcome(unsigned)).toEqual([403, 'signature_required'])
      const signature = await signAction(person, dashboardAction, input(1001))
      const altered = await perform(person.browser, dashboardAction, input(1002), { signature })
      expect(outcome(altered)).toEqual([401, 'invalid_passkey'])
      const signed = await perform(person.browser, dashboardAction, input(1001), { signature })
      expect(signed.status).toBe(200)
      await perform(person.browser, 'delivery.stopReplay', { merchantId })
      expect((await perform(person.browser, dashboardAction, input(1000))).status).toBe(200)
    } finally {
      await production.close()
    }
  })
})
