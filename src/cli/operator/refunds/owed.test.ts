import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '#server/database/engine/database.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')

let checkout: CommandLine
beforeAll(async () => {
  checkout = await openCommandLine()
})
afterAll(() => checkout.close())

it('R-52: checkout refunds owed says that nothing is owed, and lists what is', async () => {
  const empty = await checkout.run('refunds owed')
  expect(empty).toMatchObject({ exitCode: 0, stdout: '' })
  expect(empty.stderr).toContain('Nothing is owed.')
  expect(await checkout.json('refunds owed')).toEqual([])

  const { merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja')
  const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
  const [paymentId, refundId] = (['pay', 're'] as const).map((kind) =>
    newId(kind, NOW, (length) => randomBytes(length)),
  )
  const sql = (text: string, ...values: unknown[]) =>
    checkout.database.query(statement('test', text), values)
  await sql(
    `insert into payments (id, session_id, status, decline_code, method, amount_minor, currency, processor, captured_minor,
       late, refund_owed_at, next_refund_at, refund_tries, created_at, updated_at)
     values ($1, $2, 'failed', 'replaced', 'pix', 1990, 'BRL', 'test', 1990, true, $3, $3, 2, $3, $3)`,
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
  expect(await checkout.json('refunds owed')).toEqual([
    {
      paymentId,
      sessionId,
      merchantId,
      amountOwed: 1990,
      currency: 'BRL',
      owedSince: NOW.toISOString(),
      refunds: 2,
      lastRefundId: refundId,
      lastRefundStatus: 'pending',
      nextRefundAt: NOW.toISOString(),
      heldSince: null,
    },
  ])
  const { stdout } = await checkout.run('refunds owed')
  expect(stdout).toMatch(/^PAYMENT +SESSION +OWED +SINCE +REFUNDS +LAST REFUND +NEXT REFUND$/m)
  expect(stdout).toMatch(/^pay_\w+ +cs_\w+ +R\$19\.90 +\S+.* 2 +re_\w+ pending /m)
})

it('R-52: checkout refunds retry makes the next refund due now, and refuses what is not owed', async () => {
  const { merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja')
  const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
  const later = new Date(Date.now() + 86_400_000)
  const pay = async (owedAt: Date | null, nextAt: Date | null) => {
    const id = newId('pay', NOW, (length) => randomBytes(length))
    await checkout.database.query(
      statement(
        'test',
        `insert into payments (id, session_id, status, decline_code, method, amount_minor, currency, processor, captured_minor,
           late, refund_owed_at, next_refund_at, created_at, updated_at)
         values ($1, $2, 'failed', 'replaced', 'pix', 1990, 'BRL', 'test', 1990, true, $3, $4, $5, $5)`,
      ),
      [id, sessionId, owedAt, nextAt, NOW],
    )
    return id
  }
  const owed = await pay(NOW, later)
  await checkout.json(`refunds retry ${owed}`)
  const list = await checkout.json<{ paymentId: string; nextRefundAt: string }[]>('refunds owed')
  const next = list.find(({ paymentId }) => paymentId === owed)?.nextRefundAt ?? ''
  expect(Date.parse(next)).toBeLessThan(later.getTime() - 3_600_000)
  const [entry] = await checkout.json<object[]>('audit list --limit 1')
  expect(entry).toMatchObject({ action: 'refund.retried', subject: owed })

  const paid = await pay(null, null)
  const refused = await checkout.run(`refunds retry ${paid}`)
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('nothing is owed'),
  ])
})

it('R-52: 64 for a limit that is none', async () => {
  expect((await checkout.run('refunds owed --limit 0')).exitCode).toBe(64)
})
