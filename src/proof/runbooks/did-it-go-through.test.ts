import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

let runbook: Runbook
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[runbook, receiver] = await Promise.all([
    openRunbook('did-it-go-through'),
    startWebhookReceiver(),
  ])
  await runbook.start()
})
afterAll(async () => {
  await runbook.close()
  await receiver[Symbol.asyncDispose]()
})

it('S-110: what became of a payment is answered by its runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  receiver.answer = (_, response) => response.writeHead(500).end()
  const create = `merchants create --name Loja --callback-url ${receiver.url}`
  const { merchantId } = await json<{ merchantId: string }>(create)
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL', orderReference: 'A-1001' }
  const make = async (body: object) =>
    (await (await call('/v1/sessions', apiKey, body)).json()) as Session
  const session = await make(order)
  const open = await make({ ...order, orderReference: 'A-1002' })
  await run(`simulate ${session.id} pay`)
  const [payment] = await sql<{ id: string }>('select id from payments')
  Object.assign(fill, {
    apiKey,
    merchantId,
    orderReference: 'A-1001',
    sessionId: session.id,
    openSessionId: open.id,
    paymentId: payment?.id,
    ticket: 'ticket-4711',
  })

  const found = await follow(
    'curl "<API_URL>/v1/sessions?orderReference=<orderReference>" -H "X-Api-Key: <apiKey>"',
  )
  expect(JSON.parse(found)).toMatchObject({ data: [{ id: session.id }] })
  const attempts = () => sql('select status_code from delivery_attempts')
  await expect.poll(attempts, { timeout: 30_000 }).not.toEqual([])

  const explained = await follow('npx --no checkout explain <sessionId>')
  expect(explained).toMatch(/^Verdict +Paid: R\$259\.90 by card .* last answer: 500\. /m)
  expect(explained).toMatch(/session\.completed 500 \d+ ms dlv_\w+$/m)
  const inPortuguese = await follow('npx --no checkout explain <paymentId> --language pt-BR')
  expect(inPortuguese).toMatch(/^Verdict +Pago: /m)

  receiver.answer = (_, response) => response.writeHead(204).end()
  const [delivery] = await sql<{ id: string }>(
    "select d.id from deliveries d join events e on e.id = d.event_id where e.type = 'session.completed'",
  )
  fill['deliveryId'] = delivery?.id ?? ''
  await follow('npx --no checkout deliveries replay <deliveryId>')
  const told = () => sql("select 1 as told from deliveries where status = 'succeeded'")
  await expect.poll(told, { timeout: 30_000 }).not.toEqual([])
  expect(await follow('npx --no checkout explain <sessionId> --merchant <merchantId>')).toContain(
    'The shop was notified at',
  )

  receiver.answer = (_, response) => response.writeHead(503).end('out of order')
  const untold = await make({ ...order, orderReference: 'A-1003' })
  await run(`simulate ${untold.id} pay`)
  const ofUntold = `deliveries d join events e on e.id = d.event_id and e.session_id = '${untold.id}'`
  const failed = () =>
    sql(
      `select distinct d.id from ${ofUntold} join delivery_attempts a on a.delivery_id = d.id where a.status_code = 503`,
    )
  await expect.poll(async () => (await failed()).length, { timeout: 30_000 }).toBe(2)
  const health = 'npx --no checkout deliveries health --merchant <merchantId>'
  expect(await follow(health)).toMatch(/^503 +\d+ +out of order$/m)
  // Retries have backed off: the next one is far away.
  await sql(
    "update deliveries set next_attempt_at = now() + interval '1 hour' where status = 'pending'",
  )
  receiver.answer = (_, response) => response.writeHead(204).end()
  const matching = 'npx --no checkout deliveries replay-matching --merchant <merchantId>'
  expect(await follow(`${matching} --dry-run`)).toMatch(/^Would send again \d+ of \d sessions/m)
  expect(await follow(matching)).toMatch(/^A running server sends again \d+ of \d sessions/m)
  const waiting = () => sql(`select d.id from ${ofUntold} where d.status = 'pending'`)
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  const finished = () =>
    sql('select 1 as found from delivery_replays where finished_at is not null')
  await expect.poll(finished, { timeout: 30_000 }).toEqual([{ found: 1 }])
  expect(await follow(health)).toMatch(/^Replay +\d+ of \d+ sent again, ended 2/m)

  const refund =
    'npx --no checkout refunds create <sessionId> --amount 990 --reason "one of two" --key <ticket>'
  expect(await follow(refund)).toContain('R$9.90')
  expect(
    await follow(
      'npx --no checkout sessions cancel <openSessionId> --reason "asked for on the phone"',
    ),
  ).toContain('canceled')
  expect(runbook.rest()).toEqual([])
})
