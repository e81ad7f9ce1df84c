import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('unexplained-money')
  await runbook.start()
})
afterAll(() => runbook.close())

it('R-93, S-110: money that cannot have moved is found, compared and let go by its runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const { id: sessionId } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  await run(`simulate ${sessionId} pay`)
  await sql(`update payments set unexplained_since = now() where session_id = '${sessionId}'`)

  const unexplained = `psql "$DATABASE_URL" -c "select id, session_id, processor, captured_minor, currency, reversed_minor, reinstated_minor, unexplained_since from payments where unexplained_since is not null order by unexplained_since"`
  const found = JSON.parse(await follow(unexplained)) as { id: string }[]
  expect(found).toMatchObject([{ session_id: sessionId, captured_minor: '25990' }])
  const paymentId = found[0]?.id ?? ''
  Object.assign(fill, { apiKey, sessionId, paymentId })
  await follow('npx --no checkout explain <sessionId>')

  await sql(
    `insert into processor_notifications (processor, notification_id, payment_id, received_at, facts)
     values ('simulated', 'one', '${paymentId}', now(), '{"code": "CHARGEBACK", "minor": 25991}')`,
  )
  const facts = await follow(
    `psql "$DATABASE_URL" -c "select received_at, facts from processor_notifications where payment_id = '<paymentId>' and facts is not null order by received_at"`,
  )
  expect(JSON.parse(facts)).toMatchObject([{ facts: { code: 'CHARGEBACK' } }])
  await follow('npx --no checkout payments inquire <paymentId>')

  await follow(
    `psql "$DATABASE_URL" -c "update payments set unexplained_since = null where id = '<paymentId>'"`,
  )
  expect(await sql('select id from payments where unexplained_since is not null')).toEqual([])
  const informed = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(informed)).toMatchObject({ amountReversed: 0, amountReinstated: 0 })
  expect(runbook.rest()).toEqual([])
})
