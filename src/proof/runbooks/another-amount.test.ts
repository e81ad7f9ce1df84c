import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
beforeAll(async () => {
  runbook = await openRunbook('another-amount')
  await runbook.start()
})
afterAll(() => runbook.close())

it('R-55: payments of another amount are found, accepted and refused by their runbook', async () => {
  const { fill, follow, call, json, run, sql } = runbook
  const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const order = { merchantId, amount: 25_990, currency: 'BRL' }
  const hold = async () => {
    const session = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
    await run(`simulate ${session.id} processor_timeout`)
    const [payment] = await sql<{ id: string }>(
      `update payments set status = 'amount_mismatch', captured_minor = 20000, next_inquiry_at = null
       where session_id = '${session.id}' returning id`,
    )
    return { sessionId: session.id, paymentId: payment?.id ?? '' }
  }
  const [accepted, refused] = [await hold(), await hold()]
  Object.assign(fill, {
    merchantId,
    acceptedPaymentId: accepted.paymentId,
    refusedPaymentId: refused.paymentId,
  })
  const read = async (id: string) =>
    (await (await call(`/v1/sessions/${id}`, apiKey)).json()) as Session
  const canceled = await call(`/v1/sessions/${refused.sessionId}/cancel`, apiKey, {})
  expect(await canceled.json()).toMatchObject({ code: 'payment_in_progress' })

  const found = await follow('npx --no checkout payments mismatched')
  for (const { paymentId } of [accepted, refused]) expect(found).toContain(paymentId)

  await follow('npx --no checkout payments accept <acceptedPaymentId>')
  expect(await read(accepted.sessionId)).toMatchObject({
    status: 'complete',
    amountCaptured: 20_000,
  })
  await follow(
    'npx --no checkout payments refuse <refusedPaymentId> --reason "the terminal took a tip"',
  )
  expect(await read(refused.sessionId)).toMatchObject({
    status: 'open',
    payment: { status: 'failed' },
  })
  await follow('npx --no checkout merchants set <merchantId> --amount-mismatch accept')
  expect(runbook.rest()).toEqual([])
})
