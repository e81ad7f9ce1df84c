import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '#server/database/engine/database.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

let checkout: CommandLine
beforeAll(async () => {
  checkout = await openCommandLine()
})
afterAll(() => checkout.close())

const sql = (text: string) => checkout.database.query(statement('test', text), [])

describe('R-39: checkout reconcile', () => {
  it('ends with 0 when the books agree, with 1 and the differences when they do not', async () => {
    expect(await checkout.json('reconcile')).toMatchObject({ compared: 0, differences: [] })
    await sql(
      `insert into simulator.payments (id, method, amount_minor, currency, status, merchant_name,
         refund_behavior, created_at)
       values ('pay_extra', 'card', 1990, 'BRL', 'succeeded', 'Loja', 'succeed', now())`,
    )
    await sql(
      `insert into simulator.ledger_entries (payment_id, kind, amount_minor, currency, recorded_at)
       values ('pay_extra', 'capture', 1990, 'BRL', now() - interval '2 days')`,
    )
    const { exitCode, stdout, stderr } = await checkout.run('reconcile --since 3d')
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^extra +capture +pay_extra +- +- +R\$19\.90$/m)
    expect(stderr).toContain('1 of 1 entries')
    expect(await checkout.json('reconcile --since 1d')).toMatchObject({ differences: [] })
  })

  it('leaves out what an account trial moved at the account, and says so', async () => {
    const before = await checkout.json<object>('reconcile --since 1d')
    await sql(
      `insert into simulator.payments (id, method, amount_minor, currency, status, merchant_name,
         refund_behavior, created_at)
       values ('pay_HOMOLOG000000000000001', 'pix', 2, 'BRL', 'succeeded', 'Loja', 'succeed', now())`,
    )
    await sql(
      `insert into simulator.ledger_entries (payment_id, kind, amount_minor, currency, recorded_at)
       values ('pay_HOMOLOG000000000000001', 'capture', 2, 'BRL', now() - interval '20 hours')`,
    )
    expect(before).toMatchObject({ homologation: 0 })
    expect(await checkout.json('reconcile --since 1d')).toEqual({
      ...before,
      since: expect.any(String),
      until: expect.any(String),
      homologation: 1,
    })
    const { stderr } = await checkout.run('reconcile --since 1d')
    expect(stderr).toContain('Left out, since "processors try" moved them: 1.')
  })
})
