import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '#server/database/engine/database.ts'

const UNKNOWN = 're_0Tq4n1bJ5Wc8yGt6hKp2Qz'
const NOW = new Date('2026-11-20T15:00:00.000Z')

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sql = <Row>(text: string, ...values: unknown[]) =>
  checkout.database.query<Row>(statement('test', text), values)

/** A paid session of R$ 19.90 with a refund of R$ 9.90 that the processor does not decide. */
async function refundWithoutEnd() {
  const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
  const [paymentId, refundId] = (['pay', 're'] as const).map((kind) =>
    newId(kind, NOW, randomBytes),
  )
  await sql(
    `insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor, created_at, updated_at)
     values ($1, $2, 'succeeded', 'card', 1990, 'BRL', 'test', 1990, $3, $3)`,
    paymentId,
    sessionId,
    NOW,
  )
  await sql(
    `update sessions set status = 'complete', payment_status = 'paid', completed_at = $2, amount_captured_minor = 1990
     where id = $1`,
    sessionId,
    NOW,
  )
  await sql(
    `insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at, next_inquiry_at)
     values ($1, $2, $3, 'pending', 990, 'BRL', $4, $4, $4)`,
    refundId,
    sessionId,
    paymentId,
    NOW,
  )
  const state = async () => {
    const [row] = await sql(
      `select s.payment_status as session, s.amount_refunded_minor as refunded, r.status, r.next_inquiry_at as "askedAt",
         (select json_agg(type order by sequence) from events where session_id = s.id) as events
       from sessions s join refunds r on r.session_id = s.id where s.id = $1`,
      sessionId,
    )
    return row
  }
  return { sessionId, paymentId, refundId: refundId ?? '', state }
}

const ENDS = [
  [
    'succeeded',
    { session: 'partially_refunded', refunded: 990, events: ['refund.succeeded'] },
    'The refund <id> of R$9.90 has succeeded.',
  ],
  [
    'failed',
    { session: 'paid', refunded: 0, events: ['refund.failed'] },
    'The refund <id> of R$9.90 has failed: what was to go back is kept, or owed again.',
  ],
] as const

describe('R-106: checkout refunds settle', () => {
  it.each(ENDS)(
    'R-106: ends a refund as %s, once, with its event, books and row in the audit log',
    async (end, after, says) => {
      const { sessionId, paymentId, refundId, state } = await refundWithoutEnd()
      const { stdout } = await checkout.run(
        `refunds settle ${refundId} --as ${end} --reason "statement of 20 November"`,
      )
      expect(stdout.trim()).toBe(says.replace('<id>', refundId))
      expect(await state()).toEqual({ ...after, status: end, askedAt: null })
      const [entry] = await checkout.json<unknown[]>(
        `audit list --merchant ${merchantId} --limit 1`,
      )
      expect(entry).toMatchObject({
        action: 'refund.settled',
        subject: refundId,
        details: {
          sessionId,
          paymentId,
          as: end,
          amountMinor: 990,
          currency: 'BRL',
          reason: 'statement of 20 November',
        },
      })
      for (const again of ['succeeded', 'failed']) {
        const refused = await checkout.run(`refunds settle ${refundId} --as ${again} --reason x`)
        expect(refused).toMatchObject({
          exitCode: 1,
          stderr: expect.stringContaining(`${refundId} has ${end}`),
        })
      }
      expect(await state()).toEqual({ ...after, status: end, askedAt: null })
    },
  )

  it('R-106: is one end of two at once', async () => {
    const { refundId, state } = await refundWithoutEnd()
    const settled = await Promise.all(
      ['succeeded', 'failed'].map((end) =>
        checkout.run(`refunds settle ${refundId} --as ${end} --reason x`),
      ),
    )
    const codes = settled.map(({ exitCode }) => exitCode)
    expect(new Set(codes)).toEqual(new Set([0, 1]))
    expect(await state()).toMatchObject({
      events: [codes[0] === 0 ? 'refund.succeeded' : 'refund.failed'],
    })
  })

  it('1 for an unknown refund, and 64 without an end or a reason', async () => {
    const unknown = await checkout.run(`refunds settle ${UNKNOWN} --as failed --reason x`)
    expect(unknown).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`There is no refund ${UNKNOWN}.`),
    })
    for (const less of ['--as failed', '--reason x', '--as pending --reason x'])
      expect((await checkout.run(`refunds settle ${UNKNOWN} ${less}`)).exitCode).toBe(64)
  })
})
