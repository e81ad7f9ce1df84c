import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('refund-came-back')
  await runbook.start()
})
afterAll(() => runbook.close())

it('R-94, S-110: a refund that came back is found, and made again, by its runbook', async () => {
  const { fill, follow, call, json, run } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const { id: sessionId } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  await run(`simulate ${sessionId} pay`)
  const { id: refundId } = await json<{ id: string }>(`refunds create ${sessionId} --key 1`)
  await run(`simulate ${sessionId} refund_reversed`)

  const found = JSON.parse(
    await follow(
      `psql "$DATABASE_URL" -c "select r.id, r.session_id, r.payment_id, p.processor, r.amount_minor, r.currency, r.reason, r.reversed_at, p.refund_owed_at is not null as owed from refunds r join payments p on p.id = r.payment_id where r.status = 'reversed' order by r.reversed_at"`,
    ),
  ) as { id: string; payment_id: string; owed: boolean }[]
  expect(found).toMatchObject([{ id: refundId, session_id: sessionId, owed: false }])
  const paymentId = found[0]?.payment_id ?? ''
  const asked = { minor: '25990', ticket: 'OPS-1', reason: 'the account was closed' }
  Object.assign(fill, { apiKey, sessionId, paymentId, ...asked })
  expect(await follow('npx --no checkout explain <sessionId>')).toContain('came back')

  await follow(
    'npx --no checkout refunds create <sessionId> --payment <paymentId> --amount <minor> --key <ticket> --reason "<reason>"',
  )
  const informed = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(informed)).toMatchObject({ amountRefunded: 25_990, paymentStatus: 'refunded' })
  expect(runbook.rest()).toEqual([])
})
