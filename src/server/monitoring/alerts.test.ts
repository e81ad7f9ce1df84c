import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBacklog } from '../database/installation/backlog.ts'
import {
  cardBody,
  createPaidSession,
  createTestSession,
  SEALED_CARD,
} from '#proof/testing/shopper.ts'
import { openTroubledApi, order, type TroubledApi } from '#proof/testing/server/trouble.fixture.ts'
import { reconcileRecentDays } from '../service/payments/reconcile-recent-days.ts'
import { resolvePayments } from '../service/payments/resolve-payments.ts'

const HOUR_MS = 3_600_000
const ALERTS = join(import.meta.dirname, '../../cli/deploy/prometheus/alerts.yml')
const RULES = [
  ...readFileSync(ALERTS, 'utf8').matchAll(/^ +- alert: (\w+).*\n +expr: (.+)$/gm),
].map(([, name = '', expression = '']) => ({ name, expression }))

let trouble: TroubledApi
beforeAll(async () => {
  trouble = await openTroubledApi({ emailsReceipts: true })
  const { metrics, database, clock } = trouble.api
  metrics.database(() => database.healthy(1000))
  metrics.backlog(() => readBacklog(database, clock.now()))
})
afterAll(() => trouble.close())

/** The sum of the samples that an expression selects; `undefined` when there is none. */
async function valueOf(expression: string): Promise<number | undefined> {
  const [, name = '', label, pattern = ''] =
    /(checkout_\w+)(?:\{(\w+)=~"([^"]+)"\})?/.exec(expression) ?? []
  const samples = (await trouble.api.metrics.text())
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line))
    .filter((line) => label === undefined || new RegExp(`${label}="(${pattern})"`).test(line))
  if (samples.length === 0) return undefined
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Whether a rule that did not fire `before` fires `after`. For a rate it is enough that the counter increases. */
function rises(expression: string, before: number, after: number): boolean {
  const [, comparison, threshold] = /(==|>) ([\d.]+)$/.exec(expression) ?? []
  if (comparison === '==') return before !== Number(threshold) && after === Number(threshold)
  if (/rate|increase|delta/.test(expression)) return after > before
  return after > Number(threshold)
}

/** Alerts that compare a metric with the present time. */
const BY_TIME = ['BooksNotCompared', 'CertificateEnds', 'NothingIsTold', 'WebhooksStopped']

/** What Prometheus itself notices: a process that is down serves no metric. */
const BY_PROMETHEUS = ['CheckoutDown']

/** Releases the lock that a fault holds. */
let locked: () => Promise<unknown> = async () => undefined

/** Triggers the alerts for faults of the database, the processor and the callers. */
const FAULTS: Record<string, () => Promise<unknown>> = {
  async DatabaseDown() {
    trouble.line.poison('up', { type: 'reset' })
  },
  async BacklogNotRead() {
    const { api, url } = trouble
    const locking = new Client(url)
    await locking.connect()
    await locking.query('begin; lock table deliveries in access exclusive mode')
    // Called once the rule has fired: ending the connection releases the lock.
    locked = () => {
      locked = async () => undefined
      return locking.end()
    }
    expect(await api.database.healthy(1000)).toBe(true)
  },
  async OurFault() {
    trouble.line.poison('up', { type: 'reset' })
    expect((await order(trouble.api, 'our fault')()).status).toBe(503)
  },
  async NotificationsLate() {
    await createPaidSession(trouble.api)
    trouble.api.clock.advance(HOUR_MS)
  },
  NotificationsGivenUp: () =>
    trouble.sql(
      `update deliveries set status = 'exhausted', next_attempt_at = null, finished_at = now() where status = 'pending'`,
    ),
  async PaymentUnknown() {
    const { api } = trouble
    const open = await createTestSession(api)
    const path = `/v1/sandbox/sessions/${open.id}/simulate`
    const answer = await api.merchant.post(path, { outcome: 'processor_timeout' })
    expect(answer.status).toBe(200)
    api.clock.advance(HOUR_MS)
    await resolvePayments(api.context)
  },
  async AmountMismatch() {
    const { api } = trouble
    const open = await createTestSession(api)
    await open.payByCard('4000202000000004')
    await trouble.sql(
      `update payments set status = 'amount_mismatch', captured_minor = 1 where status = 'processing'`,
    )
  },
  async ProcessorDown() {
    const { api } = trouble
    const merchant = await api.addMerchant()
    const silent = await cardBody(api, '4000504000000003')
    const sessions = Array.from({ length: 5 }, () => createTestSession(api, {}, merchant))
    await Promise.all((await Promise.all(sessions)).map((open) => open.pay(silent)))
  },
  async ProcessorRefuses() {
    const open = await createTestSession(trouble.api)
    await open.pay(SEALED_CARD)
  },
  async InquiriesLate() {
    const { api } = trouble
    const open = await createTestSession(api, { customer: { email: 'fill_never@example.com' } })
    await open.pay({ method: 'pix' })
    await trouble.sql(`update payments set processor = 'retired' where session_id = '${open.id}'`)
    api.clock.advance(2 * HOUR_MS)
    await resolvePayments(api.context)
  },
  async BooksDiffer() {
    const { api } = trouble
    await createPaidSession(api)
    await trouble.sql('alter table simulator.ledger_entries disable trigger user')
    await trouble.sql('update simulator.ledger_entries set amount_minor = amount_minor + 1')
    api.clock.advance(HOUR_MS)
    await reconcileRecentDays(api.context, api.metrics)
  },
  async RefundOwed() {
    const { api } = trouble
    const { id } = await createPaidSession(api)
    await trouble.sql(
      `update payments set refund_owed_at = '${api.clock.now().toISOString()}' where session_id = '${id}'`,
    )
    api.clock.advance(49 * HOUR_MS)
  },
  async CaptureStuck() {
    const { api } = trouble
    const open = await createTestSession(api, { captureMethod: 'manual' })
    await open.payByCard('4242424242424242')
    await trouble.sql(
      `update payments set intent = 'capture', capture_minor = authorized_minor, next_intent_at = '${api.clock.now().toISOString()}'
       where session_id = '${open.id}' and status = 'authorized'`,
    )
    api.clock.advance(HOUR_MS)
  },
  async AuthorizationsEnd() {
    const { api } = trouble
    const open = await createTestSession(api, { captureMethod: 'manual' })
    await open.payByCard('4242424242424242')
    expect(await valueOf('checkout_authorizations_ending')).toBe(0)
    await trouble.sql(
      `update payments set capture_before = '${api.clock.now().toISOString()}'::timestamptz + interval '23 hours' where session_id = '${open.id}'`,
    )
  },
  async DisputeDue() {
    const { api } = trouble
    const simulate = async (respondInDays: number) => {
      const { id } = await createPaidSession(api)
      const body = { outcome: 'dispute', respondInDays }
      expect((await api.merchant.post(`/v1/sandbox/sessions/${id}/simulate`, body)).status).toBe(
        200,
      )
    }
    await simulate(3)
    expect(await valueOf('checkout_disputes_due')).toBe(0)
    await simulate(1)
  },
  HeapFull: async () => trouble.api.metrics.heapCollected(0.8),
  async WrongKeys() {
    expect((await trouble.api.anyone.get('/v1/sessions')).status).toBe(401)
  },
  async ReceiptsLate() {
    await createPaidSession(trouble.api)
    trouble.api.clock.advance(HOUR_MS)
  },
  PageFails: async () => trouble.api.metrics.pageServed('/c/{reference}', 503, 10),
  PageChanged: async () => trouble.api.metrics.browserReported('page', 'policy'),
  CardsTested: async () => trouble.api.metrics.cardAlarmRaised(),
}

describe('R-50: an alert for Prometheus', () => {
  it('exists for each fault listed here', () => {
    const others = [...BY_TIME, ...BY_PROMETHEUS]
    const compared = RULES.map(({ name }) => name).filter((name) => !others.includes(name))
    expect(compared.toSorted()).toEqual(Object.keys(FAULTS).toSorted())
  })

  it.each(RULES.filter(({ name }) => name in FAULTS))(
    '$name fires on its fault: $expression',
    async ({ name, expression }) => {
      const before = await valueOf(expression)
      await FAULTS[name]?.()
      const after = await valueOf(expression)
      trouble.line.heal()
      await locked()
      expect(after).toBeDefined()
      expect(rises(expression, before ?? 0, after ?? 0)).toBe(true)
      await trouble.untilReady()
    },
  )

  it('S-116: PageChanged also fires when reports are too many to be read', async () => {
    const expression = RULES.find(({ name }) => name === 'PageChanged')?.expression ?? ''
    const before = (await valueOf(expression)) ?? 0
    trouble.api.metrics.browserReported('page', 'extension')
    expect((await valueOf(expression)) ?? 0).toBe(before)
    trouble.api.metrics.browserReported('page', 'unread')
    expect(rises(expression, before, (await valueOf(expression)) ?? 0)).toBe(true)
  })

  it('WebhooksStopped sees each authentic webhook of an account, which is counted from 0', async () => {
    const { api } = trouble
    const rule = RULES.find(({ name }) => name === 'WebhooksStopped')
    expect(rule?.expression).toMatch(/\[6h\]\)\) == 0 and .*offset 1d\)\) > 10 unless on /)
    const before = await valueOf(rule?.expression ?? '')
    expect(before).toBeGreaterThanOrEqual(0)
    const open = await createTestSession(api)
    await open.payByCard('4000202000000004')
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pay' })
    await api.simulation.runDue()
    expect(await valueOf(rule?.expression ?? '')).toBeGreaterThan(before ?? 0)
  })

  it('CertificateEnds fires two weeks before the first certificate of an account ends', async () => {
    const { api } = trouble
    const expression = RULES.find(({ name }) => name === 'CertificateEnds')?.expression ?? ''
    const thresholdSeconds = Number(/< (\d+)$/.exec(expression)?.[1])
    expect(await valueOf(expression)).toBeUndefined()
    const notAfter = new Date(api.clock.now().getTime() + 15 * 24 * HOUR_MS)
    const later = new Date(notAfter.getTime() + HOUR_MS)
    api.metrics.certificates(() => [
      { processor: 'bank', name: 'authorities', notAfter },
      { processor: 'bank', name: 'authorities', notAfter: later },
    ])
    const leftSeconds = async () =>
      ((await valueOf(expression)) ?? 0) - api.clock.now().getTime() / 1000
    expect(await leftSeconds()).toBeGreaterThan(thresholdSeconds)
    api.clock.advance(48 * HOUR_MS)
    expect(await leftSeconds()).toBeLessThan(thresholdSeconds)
  })

  it('BooksNotCompared fires when the books have not been compared for hours', async () => {
    const { api } = trouble
    const rule = RULES.find(({ name }) => name === 'BooksNotCompared')
    await reconcileRecentDays(api.context, api.metrics)
    const agoSeconds = async () =>
      api.clock.now().getTime() / 1000 - ((await valueOf(rule?.expression ?? '')) ?? 0)
    const threshold = Number(/> (\d+)$/.exec(rule?.expression ?? '')?.[1])
    expect(await agoSeconds()).toBeLessThan(threshold)
    api.clock.advance(3 * HOUR_MS)
    expect(await agoSeconds()).toBeGreaterThan(threshold)
  })

  it('fires while the database is down: its metrics are NaN, all others remain', async () => {
    trouble.line.poison('up', { type: 'black hole' })
    const text = await trouble.api.metrics.text()
    trouble.line.heal()
    await trouble.untilReady()
    expect(text).toContain('checkout_database_up 0')
    expect(text).toMatch(/checkout_unknown_payments NaN/i)
    expect(text).toMatch(/checkout_request_duration_seconds_count/)
  })
})
