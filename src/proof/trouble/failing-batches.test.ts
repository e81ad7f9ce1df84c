import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { nextDue } from '#sandbox/clock/next-due.ts'
import { createProcessors } from '#server/processors/processors.ts'
import { reconcile } from '#server/service/payments/reconcile.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import type { Browser } from '../testing/dashboard/browser.ts'
import { openDashboardOf } from '../testing/dashboard/dashboard-of-api.ts'
import { createNamedFailures, OTHERS } from '../testing/failing-database.ts'
import { createPaidSession } from '../testing/shopper.ts'

const SOURCE = join(import.meta.dirname, '../..')
const SENDS_AT_ONCE = /\bPromise\.(?:all|allSettled|any|race)\(/
const DONE = 200
const UNAVAILABLE = 503

/** Files that do several things at once whose statements another test fails. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'server/service/for-each.ts': 'proof/trouble/failing-statements.test.ts',
  'server/service/events/deliveries/delivery-worker.ts':
    'server/service/events/deliveries/delivery-worker.test.ts',
  'server/service/events/deliveries/deliver.ts':
    'server/service/events/deliveries/delivery-worker.test.ts',
  'sandbox/simulator/deliver-notifications.ts': 'proof/trouble/failing-statements.test.ts',
}
/** Files that do several things at once, none of which is a statement, or each of which is caught by itself. */
const NO_STATEMENT = [
  'sandbox/clock/merchant-worker.ts',
  'sandbox/compose.ts',
  'sandbox/preview/preview-states.ts',
  'sandbox/notifications/list-notifications.ts',
  'sandbox/simulator/answer-within.ts',
  'server/api/docs/docs-assets.ts',
  'server/api/list-answer.ts',
  'server/database/engine/open-database.ts',
  'server/database/engine/pipelines.ts',
  'server/database/engine/writer-hosts.ts',
  'server/database/migrate/migrations.ts',
  'server/monitoring/backlog-gauges.ts',
  'server/outgoing/resolve-host.ts',
  'server/outgoing/send-webhook.ts',
  'server/processors/adyen/checks.ts',
  'server/processors/api-pix/bank.ts',
  'server/processors/conformance/checks/actions.ts',
  'server/processors/conformance/checks/cancel-payment.ts',
  'server/processors/conformance/checks/create-payment.ts',
  'server/processors/conformance/checks/holds.ts',
  'server/processors/conformance/record-calls.ts',
  'server/processors/time-out-calls.ts',
  'server/service/payments/perform-intent.ts',
  'server/tracing/otlp/open-tracer.ts',
  'server/worker/worker.ts',
]

/** Files in which a statement is pending beside a call of the processor. */
const BESIDE_PROCESSOR = ['sandbox/clock/next-due.ts', 'server/service/payments/reconcile.ts']

/** The refusals before are counted within a second, by a timer, whatever is asked then. */
const isOfWork = (name: string) => !name.startsWith('add refused calls')

type Work = () => Promise<{ status: number }>

describe('R-80: each statement of a batch fails by name while the others are pending', () => {
  const failures = createNamedFailures()
  let api: TestApi
  let admin: Browser
  /** Works at two merchants. */
  let colleague: Browser
  let eventId: string
  beforeAll(async () => {
    api = await startTestApi({ opening: { around: failures.around } })
    const dashboard = openDashboardOf(api)
    admin = await dashboard.signIn({ merchantId: null, role: 'admin' })
    const { id: merchantId } = await api.addMerchant()
    colleague = await dashboard.signIn({ merchantId, role: 'owner' })
    await api.sql(
      `insert into memberships (user_id, merchant_id, role, granted_at)
       select user_id, $1, role, granted_at from memberships where merchant_id = $2`,
      api.merchant.id,
      merchantId,
    )
    await createPaidSession(api)
    await createPaidSession(api)
    const { data } = (await api.merchant.get('/v1/events')).as(EventList)
    eventId = data[0]?.id ?? ''
  })
  afterAll(() => api.close())

  const read =
    (path: string): Work =>
    () =>
      admin.get(path.replace('ID', api.merchant.id).replace('EVENT', eventId))

  /** What asks for the batches of each file. */
  const BATCHES: Readonly<Record<string, readonly Work[]>> = {
    'dashboard/server/find-calls.ts': [
      () => colleague.post('/api/find', { text: 'ada' }),
      () => colleague.post('/api/keys/identify', { text: api.merchant.apiKey }),
    ],
    'sandbox/clock/next-due.ts': [
      async () => {
        const context = { ...api.context, sandbox: api.sandbox }
        const asked = nextDue(context, api.merchant.id, new Date(0))
        return { status: await asked.then(() => DONE).catch(() => UNAVAILABLE) }
      },
    ],
    'server/database/sessions/list-sessions.ts': [
      () => api.merchant.get('/v1/sessions?status=open&createdAfter=2026-01-01T00:00:00Z'),
      () => api.merchant.get('/v1/sessions?createdAfter=2026-01-01T00:00:00Z'),
    ],
    'server/service/audit/list-log.ts': [read('/api/audit')],
    'server/service/events/read-event.ts': [read('/api/webhooks/ID/events/EVENT')],
    'server/service/events/read-health.ts': [read('/api/webhooks/ID')],
    'server/service/events/read-webhook.ts': [read('/api/webhooks/ID')],
    'server/service/find/find.ts': [
      () => admin.post('/api/find', { text: '19,90' }),
      () => admin.post('/api/find', { text: '11 99876-5432' }),
    ],
    'server/service/installation/read-system.ts': [read('/api/system')],
    'server/service/merchants/read-integration.ts': [read('/api/integration/ID')],
    'server/service/merchants/read-merchant-home.ts': [read('/api/merchants/ID')],
    'server/service/merchants/read-needs.ts': [read('/api/needs')],
    'server/service/payments/reconcile.ts': [
      async () => {
        const { database, processor, clock } = api.context
        const other = { ...processor, name: 'other' }
        const accounts = { database, processors: createProcessors([processor, other]), clock }
        const found = await reconcile(accounts, new Date(0))
        return { status: found?.unread.length === 0 ? DONE : UNAVAILABLE }
      },
    ],
    'server/service/people/list-people.ts': [read('/api/people')],
    'server/service/people/passkeys/own-passkeys.ts': [read('/api/me/passkeys')],
  }

  /** Connections that did not return to their pool: a statement runs, or a transaction is open. */
  const busy = () =>
    api.sql(
      `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    )

  /** All that is stored, but for the list of refused calls, which grows by each of them. */
  const written = async () => (await api.dump()).replace(/<refused_calls>.*?<\/refused_calls>/s, '')

  it.each(Object.entries(BATCHES))('%s', async (file, works) => {
    for (const work of works) {
      const batch = (await failures.batchOf(work)).filter(isOfWork)
      const names = batch.length > 0 ? batch : (await failures.namesOf(work)).filter(isOfWork)
      expect(batch.length > 0 || BESIDE_PROCESSOR.includes(file)).toBe(true)
      const before = await written()
      for (const name of names)
        for (const others of OTHERS) {
          let status = 0
          const unhandled = await failures.unhandledOf(name, others, async () => {
            ;({ status } = await work())
          })
          expect({ name, others, status, unhandled }).toEqual({
            name,
            others,
            status: UNAVAILABLE,
            unhandled: [],
          })
        }
      await expect.poll(busy).toEqual([])
      expect(await written()).toBe(before)
      expect((await work()).status).toBe(DONE)
    }
  })

  it('covers each file that does several things at once', () => {
    const files = ['server', 'sandbox', 'dashboard/server'].flatMap((folder) =>
      readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    const found = files.filter(
      (file) =>
        /(?<!\.test|\.fixture)\.ts$/.test(file) &&
        SENDS_AT_ONCE.test(readFileSync(join(SOURCE, file), 'utf8')),
    )
    const known = [...Object.keys(BATCHES), ...Object.keys(ELSEWHERE), ...NO_STATEMENT]
    expect(found.toSorted()).toEqual(known.toSorted())
    for (const test of Object.values(ELSEWHERE)) expect(existsSync(join(SOURCE, test))).toBe(true)
  })
})
