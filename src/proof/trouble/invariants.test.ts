import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { cardBody, createTestSession, type OpenSession } from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'

const RUNS = 60
const HOUR_MS = 3_600_000
/** What ended may still be paid late, or change again. */
const DAYS_MIN = 6
const DAYS_MAX = 15

const CARDS = ['4242424242424242', '4000000000000002', '4000002500003155', '4000202000000004']
const EMAILS = [
  'maria',
  'succeed_immediately',
  'expire_immediately',
  'fill_never',
  'refund_pending',
  'refund_fails',
]
const ACTIONS = [
  ...CARDS.map((number) => `card ${number}`),
  'pix',
  'boleto',
  'replace by card',
  'replace by pix',
  'pass challenge',
  'pay late',
  'processor works',
  'worker works',
  'merchant cancels',
  'shopper cancels',
  'refund part',
  'refund all',
  'a minute passes',
  'an hour passes',
] as const
type Action = (typeof ACTIONS)[number]

/** Starting points of rare paths, which chance alone would seldom find. */
const BEGINNINGS: readonly (readonly Action[])[] = [
  [],
  ['pix', 'processor works'],
  ['pix', 'processor works', 'card 4242424242424242'],
  ['pix', 'replace by card'],
  ['pix', 'processor works', 'pix', 'processor works', 'an hour passes', 'worker works'],
  ['pix', 'processor works', 'merchant cancels', 'pay late'],
  ['boleto', 'processor works', 'shopper cancels'],
]

describe('any events of a session, in any order', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const work = async () => {
    await resolvePayments(api.context)
    await finishRefunds(api.context)
    await expireSessions(api.context)
  }

  /** Pays every Pix or boleto that the shopper was ever shown. */
  async function payLate({ id }: OpenSession): Promise<void> {
    const vouchers = await api.sql<{ id: string }>(
      "select id from payments where session_id = $1 and method <> 'card'",
      id,
    )
    for (const voucher of vouchers) await api.simulation.simulate(voucher.id, 'pay_late')
  }

  async function act(open: OpenSession, action: Action): Promise<unknown> {
    const { payment } = await open.look()
    const replace = { replacePaymentId: payment?.id }
    const [verb, number = ''] = action.split(' ')
    if (verb === 'card') return open.payByCard(number)
    switch (action) {
      case 'pix':
        return open.pay({ method: 'pix' })
      case 'boleto':
        return open.pay({ method: 'boleto', customer: { name: 'Maria', taxId: '52998224725' } })
      case 'replace by card':
        return open.pay({ ...(await cardBody(api, '4242424242424242')), ...replace })
      case 'replace by pix':
        return open.pay({ method: 'pix', ...replace })
      case 'pass challenge':
        return api.simulation.simulate(payment?.id ?? 'pay_0', 'pass_challenge')
      case 'pay late':
        return payLate(open)
      case 'processor works':
        return api.simulation.runDue()
      case 'worker works':
        return work()
      case 'merchant cancels':
        return api.merchant.post(`/v1/sessions/${open.id}/cancel`)
      case 'shopper cancels':
        return api.checkout.post(`${open.checkoutPath}/cancel`)
      case 'refund part':
        return api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 7000 })
      case 'refund all':
        return api.merchant.post(`/v1/sessions/${open.id}/refunds`)
      case 'a minute passes':
        return api.clock.advance(60_000)
      case 'an hour passes':
        return api.clock.advance(HOUR_MS)
      default:
        throw new Error(`unknown action: ${action}`)
    }
  }

  /** Advances time until nothing is left to do: a boleto ends days after its due date, weekends and holidays between. */
  async function settleDown(open: OpenSession): Promise<void> {
    for (let day = 1; day <= DAYS_MAX; day++) {
      api.clock.advance(24 * HOUR_MS)
      await api.simulation.runDue()
      await work()
      if (day >= DAYS_MIN && !(await isUnderWay(open))) return
    }
  }

  /** Whether the session or something of it has no end yet. */
  async function isUnderWay({ id }: OpenSession): Promise<boolean> {
    const rows = await api.sql(
      `select from sessions where id = $1 and status = 'open'
       union all select from payments where session_id = $1 and status not in ('succeeded', 'failed')
       union all select from refunds where session_id = $1 and status = 'pending'`,
      id,
    )
    return rows.length > 0
  }

  async function check(open: OpenSession): Promise<void> {
    const session = await open.read()
    const ledger = await readLedger(api.database, open.id)
    const sum = (kind: string) =>
      ledger
        .filter((entry) => entry.kind === kind)
        .reduce((total, entry) => total + entry.amountMinor, 0)
    const refunds = await api.sql<{ status: string }>(
      'select status from refunds where session_id = $1',
      open.id,
    )
    const kept = sum('capture') - sum('refund')

    expect(session.status).not.toBe('open')
    expect(session.payment?.status ?? 'failed').toMatch(/^(succeeded|failed)$/)
    expect(refunds.filter(({ status }) => status === 'pending')).toEqual([])
    // Money that is not kept and could not be refunded yet stays owed.
    expect(kept).toBe(
      (session.status === 'complete' ? session.amount - session.amountRefunded : 0) +
        (session.amountOwed ?? 0),
    )
    const notifications = await open.notifications()
    expect(notifications.map(({ sequence }) => sequence)).toEqual(
      notifications.map((_, index) => index + 1),
    )
    const types = notifications.map(({ type }) => type)
    expect(types.filter((type) => type === 'session.completed').length).toBe(
      session.status === 'complete' ? 1 : 0,
    )
    const captures = ledger.filter(({ kind }) => kind === 'capture').length
    const announced = types.filter(
      (type) => type === 'payment.succeeded' || type === 'payment.late',
    )
    expect(announced.length).toBeGreaterThanOrEqual(captures)
    const paid = notifications.find(({ type }) => type === 'session.completed')
    expect(paid?.data.session?.status ?? 'complete').toBe('complete')
  }

  it('keep money once or refund it, publish every change once, and end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EMAILS),
        fc.constantFrom('accept', 'refund'),
        // Each inner list runs concurrently.
        fc.array(fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 6,
          size: 'max',
        }),
        fc.constantFrom(...BEGINNINGS),
        async (name, latePolicy, rounds, beginning) => {
          await api.sql('update merchants set late_payments = $1', latePolicy)
          api.clock.advance(1000)
          const open = await createTestSession(api, {
            customer: { email: `${name}@example.com` },
            expiresInSeconds: 1800,
          })
          for (const action of beginning) await act(open, action)
          for (const actions of rounds)
            await Promise.all(actions.map((action) => act(open, action)))
          await settleDown(open)
          await check(open)
        },
      ),
      { numRuns: RUNS },
    )
    expect(api.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
