import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '#server/database/engine/database.ts'
import { markUnmarkedOwedRefunds } from '#server/database/refunds/owed-refunds.ts'

const UNKNOWN = 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz'
const NOW = new Date('2026-11-20T15:00:00.000Z')

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sql = (text: string, ...values: unknown[]) =>
  checkout.database.query(statement('test', text), values)

/** A late Pix of R$ 19.90 that is owed back, with a refund of R$ 9.90 in this state. */
async function owe(
  refund: 'pending' | 'failed',
): Promise<{ sessionId: string; paymentId: string }> {
  const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
  const [paymentId, refundId] = (['pay', 're'] as const).map((kind) =>
    newId(kind, NOW, randomBytes),
  )
  await sql(
    `insert into payments (id, session_id, status, decline_code, method, amount_minor, currency, processor, captured_minor,
       late, refund_owed_at, next_refund_at, created_at, updated_at)
     values ($1, $2, 'failed', 'replaced', 'pix', 1990, 'BRL', 'test', 1990, true, $3, $3, $3, $3)`,
    paymentId,
    sessionId,
    NOW,
  )
  await sql(
    `insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at)
     values ($1, $2, $3, 'pending', 990, 'BRL', $4, $4)`,
    refundId,
    sessionId,
    paymentId,
    NOW,
  )
  if (refund === 'failed') await sql("update refunds set status = 'failed' where id = $1", refundId)
  return { sessionId, paymentId: paymentId ?? '' }
}

describe('R-52: checkout refunds paid', () => {
  it('R-52: ends what was paid in another way, for good, with its row in the audit log', async () => {
    const { sessionId, paymentId } = await owe('failed')
    const reason = 'bank transfer 4711 of 20 November'
    expect(await checkout.json(`refunds paid ${paymentId} --reason "${reason}"`)).toEqual({
      paymentId,
      amount: 1990,
      currency: 'BRL',
    })
    expect(await checkout.json('refunds owed')).toEqual([])
    await markUnmarkedOwedRefunds(checkout.database, { now: NOW, limit: 10 })
    expect(await checkout.json('refunds owed')).toEqual([])
    const [entry] = await checkout.json<unknown[]>(`audit list --merchant ${merchantId} --limit 1`)
    expect(entry).toMatchObject({
      action: 'payment.repaid',
      subject: paymentId,
      details: { sessionId, amountMinor: 1990, currency: 'BRL', reason },
    })
    const again = await checkout.run(`refunds paid ${paymentId} --reason again`)
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing is owed') })
  })

  it('R-52: refuses while a refund is pending, which would pay twice', async () => {
    const { paymentId } = await owe('pending')
    const { exitCode, stderr } = await checkout.run(`refunds paid ${paymentId} --reason transfer`)
    expect(stderr).toContain('pending')
    expect(exitCode).toBe(1)
    expect(await checkout.json('refunds owed')).toMatchObject([{ paymentId }])
  })

  it('R-52: 1 for an unknown payment, and 64 without a reason', async () => {
    const unknown = await checkout.run(`refunds paid ${UNKNOWN} --reason transfer`)
    expect(unknown).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`There is no payment ${UNKNOWN}.`),
    })
    expect((await checkout.run(`refunds paid ${UNKNOWN}`)).exitCode).toBe(64)
  })
})
