import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { continueReplays } from '#server/service/events/continue-replays.ts'
import { eraseDuePersonalData } from '#server/service/sessions/erase-personal-data.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { prune } from '#server/service/installation/prune.ts'
import { sendShopperMails } from '#server/service/mails/send-shopper-mails.ts'
import { sendReceipts } from '#server/service/mails/send-receipts.ts'
import { reconcileRecentDays } from '#server/service/payments/reconcile-recent-days.ts'
import { findOwedRefunds } from '#server/service/refunds/refund-owed.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { sealPersonReads } from '#server/service/audit/seal-person-reads.ts'
import { verifyAuditLog } from '#server/service/audit/verify-audit-log.ts'
import { ProcessorSilent } from '#server/processors/processor.ts'
import { createProcessors } from '#server/processors/processors.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { createNamedFailures } from '../testing/failing-database.ts'
import { cardBody, createPaidSession, createTestSession } from '../testing/shopper.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const AT_ONCE = 2
const CARD = '4242424242424242'

type Work = () => Promise<unknown>

describe('R-80: a statement that fails while others are pending ends no process', () => {
  const failures = createNamedFailures()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ emailsReceipts: true, opening: { around: failures.around } })
  })
  afterAll(() => api.close())

  let keys = 0
  const newKey = () => ({ 'idempotency-key': `statement-${(keys += 1)}` })
  /** Several at once, as callers and due items are. */
  const several = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, make))
  const each = <T>(things: readonly T[], work: (thing: T) => Promise<unknown>) =>
    Promise.all(things.map(work))

  const refund = ({ id }: { id: string }) =>
    api.merchant.post(`/v1/sessions/${id}/refunds`, { amount: 100 }, newKey())

  /** Each prepares what it works on, anew for each statement. */
  const calls: Record<string, () => Promise<Work>> = {
    'creates sessions': async () => () =>
      several(() => {
        const body = { merchantId: api.merchant.id, amount: 1990, orderReference: `o-${keys}` }
        return api.merchant.post('/v1/sessions', body, newKey())
      }),
    'reads checkouts': async () => {
      const opened = await several(() => createTestSession(api))
      return () => each(opened, ({ checkoutPath }) => api.checkout.get(checkoutPath))
    },
    'takes payments by card': async () => {
      const opened = await several(() => createTestSession(api))
      const body = await cardBody(api, CARD)
      return () => each(opened, (open) => open.pay(body, newKey()))
    },
    'begins payments by Pix': async () => {
      const opened = await several(() => createTestSession(api))
      return () => each(opened, (open) => open.pay({ method: 'pix' }))
    },
    'refunds payments': async () => {
      const paid = await createPaidSession(api)
      return () => several(() => refund(paid))
    },
    'cancels sessions': async () => {
      const opened = await several(() => createTestSession(api))
      return () =>
        each(opened, ({ id }) => api.merchant.post(`/v1/sessions/${id}/cancel`, {}, newKey()))
    },
    'lists sessions and events': async () => () =>
      Promise.all([
        api.merchant.get('/v1/sessions?status=open&createdAfter=2026-01-01T00:00:00Z'),
        api.merchant.get('/v1/events?limit=100'),
      ]),
    'takes notifications of the processor': async () => {
      const open = await createTestSession(api)
      await open.pay({ method: 'pix' })
      api.clock.advance(MINUTE_MS)
      return () => api.simulation.runDue()
    },
  }

  const due = async () => api.context.time.due()
  const tasks: Record<string, () => Promise<Work>> = {
    'expire sessions': async () => {
      await several(() => createTestSession(api, { expiresInSeconds: 60 }))
      api.clock.advance(MINUTE_MS)
      return async () => expireSessions(api.context, await due())
    },
    'resolve payments': async () => {
      const open = await createTestSession(api)
      await open.pay({ method: 'pix' })
      api.clock.advance(10 * MINUTE_MS)
      return async () => resolvePayments(api.context, await due())
    },
    'finish refunds': async () => {
      const paid = await createPaidSession(api)
      const { processor, processors } = api.context
      const createRefund = () => Promise.reject(new ProcessorSilent('no answer'))
      Object.assign(api.context, { processors: createProcessors([{ ...processor, createRefund }]) })
      await several(() => refund(paid))
      Object.assign(api.context, { processors })
      api.clock.advance(MINUTE_MS)
      return async () => finishRefunds(api.context, await due())
    },
    'send receipts': async () => {
      await several(() => createPaidSession(api))
      const send = async () => ({ result: 'sent' }) as const
      return async () => sendReceipts(api.context, { send }, await due())
    },
    'send shopper mails': async () => {
      await several(async () => {
        const open = await createTestSession(api)
        await open.pay({ method: 'boleto' })
      })
      const send = async () => ({ result: 'sent' }) as const
      return async () => sendShopperMails(api.context, send, await due())
    },
    'remove personal data': async () => {
      await several(() => createPaidSession(api))
      api.clock.advance(91 * DAY_MS)
      return () => eraseDuePersonalData(api.context)
    },
    'replay deliveries': async () => () => continueReplays(api.context),
    'find owed refunds': async () => () => findOwedRefunds(api.context),
    'seal person reads': async () => () => sealPersonReads(api.context),
    'verify audit log': async () => () => verifyAuditLog(api.context),
    prune: async () => () => prune(api.context),
    reconcile: async () => () => reconcileRecentDays(api.context, createMetrics()),
  }

  /** Sessions of the last hour whose state, events and refunds were not written together. */
  const halfDone = () =>
    api.sql(
      `select s.id, s.status from sessions s where s.created_at > $1 and (
         s.event_sequence <> (select count(*) from events e where e.session_id = s.id)
         or (s.status <> 'open') <> exists (select from events e where e.session_id = s.id and e.type = any (
           '{session.completed,session.expired,session.canceled}'))
         or s.amount_captured_minor <> (select coalesce(sum(p.captured_minor), 0) from payments p
           where p.session_id = s.id and p.status = 'succeeded'))`,
      new Date(api.clock.now().getTime() - HOUR_MS),
    )
  const openTransactions = () =>
    api.sql(
      `select state, query from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )

  const namesOf = (scenarios: typeof calls) => Object.entries(scenarios)

  it.each([...namesOf(calls), ...namesOf(tasks)])('%s', async (_, prepare) => {
    const names = await failures.namesOf(await prepare())
    expect(names).not.toEqual([])
    for (const name of names) {
      const work = await prepare()
      // A failed task is logged, and runs again.
      const outlived = () => work().catch(() => undefined)
      const unhandled = await failures.unhandledOf(name, 'fail later', outlived)
      expect({ name, unhandled }).toEqual({ name, unhandled: [] })
      expect({ name, halfDone: await halfDone() }).toEqual({ name, halfDone: [] })
    }
    await expect.poll(openTransactions).toEqual([])
    await (
      await prepare()
    )()
  })

  it('sees what is half done', async () => {
    const { id } = await createPaidSession(api)
    expect(await halfDone()).toEqual([])
    for (const half of ['event_sequence = event_sequence + 1', 'amount_captured_minor = 1']) {
      await api.sql(`update sessions set ${half} where id = $1`, id)
      expect(await halfDone()).toMatchObject([{ id }])
    }
  })
})
