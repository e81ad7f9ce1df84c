import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('webhooks-stopped')
  await runbook.start()
})
afterAll(() => runbook.close())

it('S-110: what waits for webhooks that do not come is found by their runbook', async () => {
  const { follow, call, json, run } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const { id } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  await run(`simulate ${id} processor_timeout`)

  const metrics = await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')
  for (const name of ['notifications', 'forgeries'])
    expect(metrics).toContain(`checkout_processor_${name}_total{processor="simulated"}`)
  const came = await follow(
    `psql "$DATABASE_URL" -c "select processor, count(*)::integer, max(received_at) as last from processor_notifications group by processor order by processor"`,
  )
  expect(JSON.parse(came)).toBeInstanceOf(Array)
  const waiting = await follow(
    `psql "$DATABASE_URL" -c "select processor, status, count(*)::integer, min(created_at) as oldest from payments where status in ('created', 'requires_action', 'processing', 'unknown') or intent is not null group by processor, status order by processor, status"`,
  )
  expect(JSON.parse(waiting)).toMatchObject([
    { processor: 'simulated', status: 'unknown', count: 1 },
  ])
  const refunds = await follow(
    `psql "$DATABASE_URL" -c "select p.processor, count(*)::integer, min(r.created_at) as oldest from refunds r join payments p on p.id = r.payment_id where r.status = 'pending' group by p.processor order by p.processor"`,
  )
  expect(JSON.parse(refunds)).toEqual([])
  await follow('npx --no checkout processors check')
  await follow('npx --no checkout reconcile')
  expect(runbook.rest()).toEqual([])
})
