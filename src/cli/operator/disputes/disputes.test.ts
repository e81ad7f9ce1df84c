import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dispute } from '#contract/dispute.ts'
import { newId } from '#domain/id.ts'
import { STEPS } from '#domain/dispute.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'
import { pdfLines } from '#proof/testing/pdf-text.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { statement } from '#server/database/engine/database.ts'

const UNKNOWN = 'dp_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const NOW = new Date('2026-12-01T12:00:00Z')
const RESPOND_BY = '2026-12-31T02:03:07.000Z'

let checkout: CommandLine
let merchantId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
})
afterAll(() => checkout.close())

const sql = (text: string, ...values: unknown[]) =>
  checkout.database.query(statement('test', text), values)

/** Inserts a dispute of R$ 19.90 at this step, and returns its id. */
async function dispute(kind: keyof typeof STEPS, respondBy: string | null): Promise<string> {
  const [id, paymentId] = [newId('dp', NOW, randomBytes), newId('pay', NOW, randomBytes)]
  const sessionId = await insertBareSession(checkout.database, merchantId, NOW)
  await sql(
    `insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor, created_at, updated_at)
     values ($1, $2, 'succeeded', 'card', 1990, 'BRL', 'simulated', 1990, $3, $3)`,
    paymentId,
    sessionId,
    NOW,
  )
  const { rank, stage, status } = STEPS[kind]
  await sql(
    `insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
       amount_minor, currency, network, reason_code, respond_by, opened_at, created_at, updated_at, closed_at)
     values ($1, $2, $3, $4, 'simulated', $1, $5, $6, $7, 1990, 'BRL', 'mc', '4853', $8, $9, $9, $9, $10)`,
    id,
    merchantId,
    sessionId,
    paymentId,
    stage,
    status,
    rank,
    respondBy,
    NOW,
    status === 'won' || status === 'lost' ? NOW : null,
  )
  await sql(
    'insert into dispute_steps (dispute_id, kind, at, recorded_at) values ($1, $2, $3, $3)',
    id,
    kind,
    NOW,
  )
  return id
}

const idsOf = async (line: string) => (await checkout.json<Dispute[]>(line)).map(({ id }) => id)

describe('R-96: checkout disputes', () => {
  it('says that there is none', async () => {
    for (const [line, none] of [
      ['list', 'There is no dispute.'],
      ['list --due', 'No dispute waits for an answer.'],
    ] as const) {
      const { exitCode, stdout, stderr } = await checkout.run(`disputes ${line}`)
      expect([exitCode, stdout, stderr]).toEqual([0, '', expect.stringContaining(none)])
      expect(await checkout.json(`disputes ${line}`)).toEqual([])
    }
  })

  it('lists them, and those that wait for an answer by their deadlines', async () => {
    const withoutDeadline = await dispute('chargeback', null)
    const later = await dispute('notified', RESPOND_BY)
    const sooner = await dispute('inquiry_opened', '2026-12-05T00:00:00Z')
    const lost = await dispute('period_ended', '2026-12-02T00:00:00Z')
    const all = [withoutDeadline, later, sooner, lost]

    expect(await idsOf('disputes list')).toEqual(all.toSorted().toReversed())
    expect(await idsOf('disputes list --due')).toEqual([sooner, later, withoutDeadline])
    expect(await idsOf(`disputes list --due --merchant ${merchantId}`)).toHaveLength(3)
    const other = await checkout.json<{ merchantId: string }>('merchants create --name Outra')
    for (const due of ['', '--due'])
      expect(await idsOf(`disputes list ${due} --merchant ${other.merchantId}`)).toEqual([])

    const { stdout } = await checkout.run('disputes list')
    const rows = [
      `${later} +cs_\\w+ +${merchantId} +R\\$19\\.90 +chargeback +needs_response +2026-12-31 02:03:07Z`,
      `${lost} +cs_\\w+ +${merchantId} +R\\$19\\.90 +chargeback +lost +-`,
    ]
    for (const row of rows) expect(stdout).toMatch(new RegExp(`^${row}$`, 'm'))
  })

  it('shows one with its steps, its deadline as the processor says it, as the API does', async () => {
    const id = await dispute('notified', RESPOND_BY)
    expect(await checkout.json(`disputes show ${id}`)).toMatchObject({
      id,
      object: 'dispute',
      amount: 1990,
      respondBy: RESPOND_BY,
      steps: [{ kind: 'notified', at: NOW.toISOString() }],
    })
    const { stdout } = await checkout.run(`disputes show ${id}`)
    expect(stdout).toMatch(/^reason +mc 4853$/m)
    expect(stdout).toMatch(/^respond by +2026-12-31 02:03:07Z, as the processor says, not proven$/m)
    expect(stdout).toMatch(/^notified +2026-12-01 12:00:00Z$/m)

    await sql('update disputes set respond_by_is_proven = true where id = $1', id)
    const proven = await checkout.run(`disputes show ${id}`)
    expect(proven.stdout).toMatch(/02:03:07Z, as the processor signed it$/m)
  })

  it('R-98: writes the evidence as a PDF, once, and records who took the customer with it', async () => {
    const id = await dispute('chargeback', RESPOND_BY)
    await sql(
      `update payments set customer = '{"name": "Maria Souza"}'
       where id = (select payment_id from disputes where id = $1)`,
      id,
    )
    await sql(
      `update sessions set details = '{"lineItems": [], "discounts": [], "shipping": null, "tax": null, "description": null}'
       where id = (select session_id from disputes where id = $1)`,
      id,
    )
    const directory = mkdtempSync(join(tmpdir(), 'evidence-'))
    try {
      const [bare, whole] = [join(directory, 'bare.pdf'), join(directory, 'whole.pdf')]
      const linesOf = (file: string) => pdfLines(readFileSync(file))
      const { exitCode, stdout, stderr } = await checkout.run(
        `disputes evidence ${id} --out ${bare}`,
      )
      expect([exitCode, stdout, stderr]).toEqual([0, '', expect.stringContaining(`Wrote ${bare}.`)])
      expect(linesOf(bare)).toContain('R$19.90')
      expect(linesOf(bare)).not.toContain('Maria Souza')
      expect(await sql('select 1 from person_reads')).toEqual([])
      await checkout.run(`disputes evidence ${id} --out ${whole} --show-persons`)
      expect(linesOf(whole)).toContain('Maria Souza')
      expect(await sql('select why, fields from person_reads')).toEqual([
        { why: 'evidence, shown', fields: ['name'] },
      ])
      const again = await checkout.run(`disputes evidence ${id} --out ${bare}`)
      expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('not written')])
    } finally {
      rmSync(directory, { recursive: true })
    }
    expect(await checkout.json(`disputes evidence ${id}`)).toMatchObject({
      object: 'dispute_evidence',
      dispute: { id },
      person: 'withheld',
      customer: null,
    })
    expect((await checkout.run(`disputes evidence ${id}`)).exitCode).toBe(64)
  })

  it('1 for one that is unknown, 64 for what is no id', async () => {
    const unknown = await checkout.run(`disputes show ${UNKNOWN}`)
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining(`There is no dispute ${UNKNOWN}.`),
    ])
    expect((await checkout.run(`disputes evidence ${UNKNOWN} --json`)).exitCode).toBe(1)
    expect((await checkout.run('disputes show 4711')).exitCode).toBe(64)
  })
})
