import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('processor-account')
  await runbook.start()
})
afterAll(() => runbook.close())

const CERTIFICATE = join(
  import.meta.dirname,
  '../../sandbox/fakes/certificates/merchant-client.pem',
)

it('S-110: what waits for a failing account is found, and asked about again, by its runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const make = async () => (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  const [waiting, paid] = [await make(), await make()]
  await run(`simulate ${waiting.id} processor_timeout`)
  await run(`simulate ${paid.id} pay`)
  Object.assign(fill, { processor: 'simulated', certificateFile: CERTIFICATE })
  await sql(
    `update payments set inquiries = 9, next_inquiry_at = now() + interval '10 minutes' where session_id = '${waiting.id}'`,
  )

  const metrics = await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')
  for (const name of [
    'checkout_processor_failures_total{reason="refused"}',
    'checkout_processor_failures_total{reason="not_asked"}',
    'checkout_processor_breakers_open',
    'checkout_processor_certificate_ends_seconds',
    'checkout_processor_notifications_total{processor="simulated"}',
    'checkout_processor_forgeries_total{processor="simulated"}',
    'checkout_overdue_inquiry_seconds',
    'checkout_unknown_payments 1',
  ])
    expect(metrics).toContain(name)
  const found = await follow(
    `psql "$DATABASE_URL" -c "select processor, status, count(*)::integer, min(created_at) as oldest, max(inquiries) as inquiries from payments where status in ('created', 'requires_action', 'processing', 'unknown') group by processor, status order by processor, status"`,
  )
  expect(JSON.parse(found)).toMatchObject([
    { processor: 'simulated', status: 'unknown', count: 1, inquiries: 9 },
  ])
  const refunds = await follow(
    `psql "$DATABASE_URL" -c "select p.processor, count(*)::integer, sum(r.amount_minor)::bigint as minor from refunds r join payments p on p.id = r.payment_id where r.status = 'pending' group by p.processor order by p.processor"`,
  )
  expect(JSON.parse(refunds)).toEqual([])

  expect(await follow('openssl x509 -in <certificateFile> -noout -enddate')).toMatch(/^notAfter=/)
  const notified = `psql "$DATABASE_URL" -c "select processor, count(*)::integer, max(received_at) as last from processor_notifications group by processor order by processor"`
  expect(JSON.parse(await follow(notified))).toBeInstanceOf(Array)

  await follow(
    `psql "$DATABASE_URL" -c "update payments set next_inquiry_at = now() where next_inquiry_at is not null and processor = '<processor>'"`,
  )
  await expect
    .poll(() => sql(`select inquiries from payments where session_id = '${waiting.id}'`), {
      timeout: 30_000,
    })
    .toEqual([{ inquiries: 10 }])
  await follow(
    `psql "$DATABASE_URL" -c "update refunds r set next_inquiry_at = now() from payments p where p.id = r.payment_id and r.status = 'pending' and p.processor = '<processor>'"`,
  )
  await follow('npx --no checkout reconcile')
  expect(runbook.rest()).toEqual([])
})
