import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openApiAndCommands,
  type ApiAndCommands,
} from '#proof/testing/cli/api-and-commands.fixture.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'

const UNKNOWN = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'

let checkout: ApiAndCommands
beforeAll(async () => {
  checkout = await openApiAndCommands()
})
afterAll(() => checkout.close())

describe('checkout explain', () => {
  it('says whether it went through, what to say, what to do, and what happened', async () => {
    const session = await createTestSession(checkout.api, { locale: 'pt-BR' })
    await session.payByCard('4242424242424242')
    const { stdout, exitCode } = await checkout.run(`explain ${session.id}`)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(
      /^Verdict +Paid: R\$259\.90 by card at .+\. The shop is about to be notified\.$/m,
    )
    expect(stdout).toMatch(/^Say \((?:en|pt-BR)\) +\S/m)
    expect(stdout).toMatch(/^Next +Wait: the notification is sent again by itself\.$/m)
    expect(stdout).toMatch(/^America\/Sao_Paulo +Shopper +Processor +Shop$/m)
    expect(stdout).toMatch(/pressed Pay card R\$259\.90 pay_\w+/)
    expect(stdout).not.toContain('maria@example.com')
  })

  it('writes the verdict in the language that is asked for, and prints all of it as JSON', async () => {
    const { id } = await createPaidSession(checkout.api)
    const told = await checkout.json<{ verdict: string; say: object; story: object }>(
      `explain ${id} --language pt-BR`,
    )
    expect(told).toMatchObject({
      verdict: expect.stringContaining('Pago:') as string,
      say: { language: 'pt-BR' },
      explanation: { next: { key: 'wait_for_delivery' } },
      story: { session: { id } },
    })
    expect(JSON.stringify(told)).not.toContain('maria@example.com')
  })

  it('says why money was taken back', async () => {
    const { id } = await createPaidSession(checkout.api)
    const path = `/v1/sandbox/sessions/${id}/simulate`
    expect((await checkout.api.merchant.post(path, { outcome: 'dispute' })).status).toBe(200)
    const { stdout } = await checkout.run(`explain ${id}`)
    expect(stdout).toMatch(/^Verdict .* Why: a chargeback, as the shopper’s bank decided\. /m)
    expect(stdout).toMatch(/said payment\.reversed chargeback pay_\w+/)
  })

  it("1 for an unknown id, and for another merchant's", async () => {
    const { id } = await createPaidSession(checkout.api)
    const other = await checkout.api.addMerchant()
    for (const line of [UNKNOWN, `${id} --merchant ${other.id}`]) {
      const { exitCode, stderr } = await checkout.run(`explain ${line}`)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('There is no')])
    }
    expect((await checkout.run('explain order-1')).exitCode).toBe(64)
  })
})
