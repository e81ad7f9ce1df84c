import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('held-money')
  await runbook.start()
})
afterAll(() => runbook.close())

it('R-104, S-110: a capture without an answer, and a hold that ends, are found and ended by their runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL', captureMethod: 'manual' }
  const hold = async () => {
    const { id } = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
    await run(`simulate ${id} authorize`)
    return id
  }
  const read = async (id: string) =>
    (await (await call(`/v1/sessions/${id}`, apiKey)).json()) as Session
  const [sessionId, heldSessionId, unwantedSessionId] = [await hold(), await hold(), await hold()]
  Object.assign(fill, { apiKey, sessionId, heldSessionId, unwantedSessionId })
  // The process that asked was killed before the call, and the next one is far away.
  await sql(
    `update payments set intent = 'capture', capture_minor = authorized_minor, intent_tries = 9,
       intent_sent_at = now() - interval '1 hour', next_intent_at = now() + interval '1 hour'
     where session_id = '${sessionId}'`,
  )
  await sql(
    `update payments set capture_before = now() + interval '1 hour' where session_id <> '${sessionId}'`,
  )

  const metrics = await follow('curl "http://127.0.0.1:<PRIVATE_PORT>/metrics"')
  expect(metrics).toContain('checkout_authorizations_ending 2')
  expect(metrics).toMatch(/^checkout_oldest_intent_seconds 36\d\d/m)
  const found = await follow(
    `psql "$DATABASE_URL" -c "select id, session_id, processor, intent, capture_minor, currency, capture_before, intent_sent_at, intent_tries, next_intent_at from payments where intent is not null order by next_intent_at"`,
  )
  expect(JSON.parse(found)).toMatchObject([{ session_id: sessionId, intent: 'capture' }])
  fill['paymentId'] = (JSON.parse(found) as { id: string }[])[0]?.id ?? ''
  await follow(
    `psql "$DATABASE_URL" -c "update payments set next_intent_at = now() where id = '<paymentId>' and intent is not null"`,
  )
  await expect
    .poll(async () => (await read(sessionId)).paymentStatus, { timeout: 30_000 })
    .toBe('paid')

  const held = await follow('npx --no checkout payments authorized')
  expect(held).toContain(heldSessionId)
  expect(held).not.toContain(sessionId)
  await follow('npx --no checkout payments capture <heldSessionId>')
  expect(await read(heldSessionId)).toMatchObject({ paymentStatus: 'paid' })
  fill['reason'] = 'stay canceled'
  await follow('npx --no checkout payments void <unwantedSessionId> --reason "<reason>"')
  expect(await read(unwantedSessionId)).toMatchObject({ paymentStatus: 'unpaid' })

  const informed = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(informed)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  expect(runbook.rest()).toEqual([])
})
