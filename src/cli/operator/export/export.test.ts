import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { statement } from '#server/database/engine/database.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

/** The first moment of 1 October in São Paulo. */
const BEGAN = new Date('2026-10-01T03:00:00.000Z')

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
  await insertPayment(new Date(BEGAN.getTime() - 1))
  await insertPayment(BEGAN)
})
afterAll(() => checkout.close())

const sql = (text: string, ...values: unknown[]) =>
  checkout.database.query(statement('test', text), values)

/** A payment of R$ 19.90, and a refund of it. */
async function insertPayment(at: Date): Promise<void> {
  const [id, refundId] = [newId('pay', at, randomBytes), newId('re', at, randomBytes)]
  const sessionId = await insertBareSession(checkout.database, merchantId, at)
  await sql(
    `insert into payments (id, session_id, merchant_id, status, method, amount_minor, currency, processor, captured_minor,
       customer, created_at, updated_at)
     values ($1, $2, $3, 'succeeded', 'pix', 1990, 'BRL', 'simulated', 1990, '{"email": "ada@mail.example"}', $4, $4)`,
    id,
    sessionId,
    merchantId,
    at,
  )
  await sql(
    `insert into refunds (id, session_id, merchant_id, payment_id, status, amount_minor, currency, reason, created_at, updated_at)
     values ($1, $2, $3, $4, 'succeeded', 990, 'BRL', '=1+1', $5, $5)`,
    refundId,
    sessionId,
    merchantId,
    id,
    at,
  )
}

const days = (from: string, to = from) => `--from ${from} --to ${to} --tz America/Sao_Paulo`

describe('checkout export', () => {
  it('writes the payments of the days of a zone, without persons', async () => {
    const line = `export payments --merchant ${merchantId} ${days('2026-10-01', '2026-10-31')}`
    const { exitCode, stdout, stderr } = await checkout.run(line)
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('1 rows.')])
    const [header, row, rest] = stdout.split('\r\n')
    expect(header).toMatch(/^paymentId,.*,createdAt,createdAt \(America\/Sao_Paulo\),/)
    expect(row).toContain(',19.90,1990,BRL,19.90,1990,BRL,9.90,990,false,')
    expect(row).toContain(',2026-10-01T03:00:00.000Z,2026-10-01T00:00:00.000-03:00,')
    expect(rest).toBe('')
    expect(stdout).not.toContain('ada@')
  })

  it('writes refunds as JSON lines, which say where they end', async () => {
    const { stdout } = await checkout.run(
      `export refunds --merchant ${merchantId} ${days('2026-09-30')} --format jsonl`,
    )
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { amount: '9.90', reason: '=1+1', createdAtLocal: '2026-09-30T23:59:59.999-03:00' },
      { object: 'end', rows: 1, timeZone: 'America/Sao_Paulo' },
    ])
    const entries = await checkout.json<{ action: string; subject: string }[]>('audit list')
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'export.started', subject: 'refunds', merchantId }),
    )
  })

  it('F-4 takes the days of the merchant’s zone, unless another is given', async () => {
    const rowsIn = async (timeZone: string, given = '') => {
      await checkout.run(`merchants set ${merchantId} --time-zone ${timeZone}`)
      const line = `export payments --merchant ${merchantId} --from 2026-10-01 --to 2026-10-01 ${given}`
      const { stdout } = await checkout.run(`${line} --format jsonl`)
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as object
    }
    expect(await rowsIn('none')).toMatchObject({ rows: 1, timeZone: 'America/Sao_Paulo' })
    expect(await rowsIn('America/Manaus')).toMatchObject({ rows: 0, timeZone: 'America/Manaus' })
    expect(await rowsIn('America/Manaus', '--tz UTC')).toMatchObject({ rows: 2, timeZone: 'UTC' })
  })

  it('R-79: writes the payments of all merchants, or of one, but not of both or none', async () => {
    const line = `export payments ${days('2026-10-01', '2026-10-31')} --format jsonl`
    const { stdout } = await checkout.run(`${line} --all-merchants`)
    const [first = ''] = stdout.split('\n')
    expect(JSON.parse(first)).toMatchObject({ merchantId, merchantName: 'Loja', discount: '0.00' })
    const none = await checkout.run(line)
    expect([none.exitCode, none.stderr]).toEqual([
      64,
      expect.stringContaining('give --merchant, or --all-merchants'),
    ])
    const both = await checkout.run(`${line} --all-merchants --merchant ${merchantId}`)
    expect(both.exitCode).toBe(64)
    const zoneless = await checkout.run(line.replace(/--tz \S+/, '--all-merchants'))
    expect([zoneless.exitCode, zoneless.stderr]).toEqual([
      64,
      expect.stringContaining('--all-merchants needs --tz'),
    ])
  })

  it('1 for a merchant that there is not', async () => {
    const unknown = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
    const line = `export payments --merchant ${unknown} ${days('2026-10-01')}`
    expect((await checkout.run(line)).exitCode).toBe(1)
  })

  it.each([
    '--from 2026-10-02 --to 2026-10-01 --tz UTC',
    '--from 2026-10-01 --to 2026-10-31 --tz Brasil',
    '--from 2026-10-01 --to 2026-10-32 --tz UTC',
  ])('64 for %s', async (range) => {
    const line = `export payments --merchant ${merchantId} ${range}`
    expect((await checkout.run(line)).exitCode).toBe(64)
  })
})
