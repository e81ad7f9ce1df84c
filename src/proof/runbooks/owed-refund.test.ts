import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('owed-refund')
  await runbook.start()
})
afterAll(() => runbook.close())

/** The simulated processor refuses the refunds of payments from now on. */
const REFUSE_REFUNDS = `
  create function refuse_refunds() returns trigger language plpgsql as
    'begin new.refund_behavior := ''fail''; return new; end';
  create trigger refuse_refunds before insert on simulator.payments for each row execute function refuse_refunds()`

/** It decides no refund of payments from now on. */
const DECIDE_NO_REFUND = REFUSE_REFUNDS.replace('create function', 'create or replace function')
  .replace("''fail''", "''wait''")
  .replace('create trigger', 'create or replace trigger')

interface Owed {
  paymentId: string
  refunds: number
  lastRefundStatus: string
}

it('R-52, R-106, S-110: a refund that the processor refuses is found, made again and ended by its runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const { id: sessionId } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  await sql(REFUSE_REFUNDS)
  await run(`simulate ${sessionId} pix_paid_late`)
  const owed = () => json<Owed[]>('refunds owed')
  const [first] = await owed()
  expect(first).toMatchObject({ sessionId, amountOwed: 25_990, refunds: 1 })
  Object.assign(fill, { merchantId, apiKey, sessionId, paymentId: first?.paymentId })

  expect(await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')).toContain(
    'checkout_owed_refunds 1',
  )
  expect(await follow('npx --no checkout refunds owed')).toMatch(/^pay_\w+ .* 1 +re_\w+ failed /m)
  const refunds = await follow(
    `psql "$DATABASE_URL" -c "select id, status, amount_minor, currency, reason, created_at, inquiries, next_inquiry_at from refunds where payment_id = '<paymentId>' order by created_at"`,
  )
  expect(JSON.parse(refunds)).toMatchObject([{ status: 'failed' }])

  await follow('npx --no checkout refunds retry <paymentId>')
  await expect.poll(async () => (await owed())[0]?.refunds, { timeout: 30_000 }).toBe(2)

  await sql(DECIDE_NO_REFUND)
  const other = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  await run(`simulate ${other.id} pay`)
  const pending = await json<{ id: string; status: string }>(`refunds create ${other.id} --key 1`)
  expect(pending.status).toBe('pending')
  Object.assign(fill, { refundId: pending.id, reason: 'statement of 12 December' })
  expect(
    await follow('npx --no checkout refunds settle <refundId> --as succeeded --reason "<reason>"'),
  ).toContain('has succeeded')
  expect(await (await call(`/v1/sessions/${other.id}`, apiKey)).json()).toMatchObject({
    paymentStatus: 'refunded',
  })

  const read = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(read)).toMatchObject({ amountOwed: 25_990, amountRefunded: 0 })

  fill['reason'] = 'bank transfer 4711'
  await expect
    .poll(async () => (await owed())[0]?.lastRefundStatus, { timeout: 30_000 })
    .toBe('failed')
  await follow('npx --no checkout refunds paid <paymentId> --reason "<reason>"')
  expect(await follow('npx --no checkout refunds owed')).toContain('Nothing is owed.')
  const entries = await follow('npx --no checkout audit list --merchant <merchantId>')
  expect(entries).toContain('checkout serve')
  expect(entries).toContain('payment.repaid')
  expect(runbook.rest()).toEqual([])
})
