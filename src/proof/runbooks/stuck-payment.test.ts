import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('stuck-payment')
  await runbook.start()
})
afterAll(() => runbook.close())

it('S-110: a payment with an unknown outcome is found and inquired by its runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const make = async () => (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  const [stuck, rehearsed] = [await make(), await make()]
  Object.assign(fill, { apiKey, sessionId: stuck.id, rehearsedSessionId: rehearsed.id })
  await run(`simulate ${stuck.id} processor_timeout`)

  expect(await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')).toContain(
    'checkout_unknown_payments 1',
  )
  // Inquiries have backed off: the next one is far away.
  await sql("update payments set inquiries = 9, next_inquiry_at = now() + interval '10 minutes'")
  const found = await follow(
    `psql "$DATABASE_URL" -c "select id, session_id, processor, amount_minor, currency, created_at, inquiries, acknowledged_at, next_inquiry_at from payments where status = 'unknown' order by created_at"`,
  )
  expect(JSON.parse(found)).toMatchObject([{ session_id: stuck.id, inquiries: 9 }])
  expect(await follow('npx --no checkout find <sessionId>')).toMatch(/^unknown +R\$259\.90 /m)
  fill['paymentId'] = (JSON.parse(found) as { id: string }[])[0]?.id ?? ''
  expect(await follow('npx --no checkout payments inquire <paymentId>')).toContain('did not answer')

  const read = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(read)).toMatchObject({ status: 'open', paymentStatus: 'processing' })
  const refused = await call(`/v1/sessions/${stuck.id}/cancel`, apiKey, {})
  expect(await refused.json()).toMatchObject({ code: 'payment_in_progress' })

  const timedOut = await follow('npx --no checkout simulate <rehearsedSessionId> processor_timeout')
  expect(timedOut).toMatch(/Payment status: +processing|unknown/)
  expect(await follow('npx --no checkout simulate <rehearsedSessionId> pay')).toContain('complete')
  expect(runbook.rest()).toEqual([])
})
