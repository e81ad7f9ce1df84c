import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
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

/** Of R$ 259,90. */
const paidSession = async () => (await createPaidSession(checkout.api)).id

const refundsOf = (sessionId: string) =>
  checkout.api.sql(
    'select amount_minor as amount, status from refunds where session_id = $1',
    sessionId,
  )

describe('checkout refunds create', () => {
  it('refunds a part, and then the rest, each with its row in the audit log', async () => {
    const id = await paidSession()
    const part = await checkout.run(
      `refunds create ${id} --amount 990 --reason "one of two" --key ticket-1`,
    )
    expect(part).toMatchObject({ exitCode: 0, stderr: '' })
    expect(part.stdout).toMatch(/^Refunded R\$9\.90: re_\w+\.$/m)
    const rest = await checkout.json<Refund>(`refunds create ${id} --key ticket-2`)
    expect(rest).toMatchObject({ object: 'refund', amount: 25_000, status: 'succeeded' })
    const entries = await checkout.json<object[]>(
      `audit list --merchant ${checkout.api.merchant.id} --limit 2`,
    )
    const entry = { action: 'refund.created', actorKind: 'command', command: 'refunds create' }
    expect(entries).toMatchObject([
      { ...entry, subject: rest.id, details: { sessionId: id, amountMinor: 25_000 } },
      { ...entry, details: { sessionId: id, amountMinor: 990 } },
    ])
  })

  it('refunds once, however often it is run with the same --key', async () => {
    const id = await paidSession()
    const line = `refunds create ${id} --amount 500 --key ticket-3`
    const [first, second] = await Promise.all([checkout.run(line), checkout.run(line)])
    const third = await checkout.run(line)
    expect([first?.exitCode, second?.exitCode]).toContain(0)
    expect(third.exitCode).toBe(0)
    expect(third.stderr).toContain('nothing was refunded now')
    expect(await refundsOf(id)).toEqual([{ amount: 500, status: 'succeeded' }])

    const other = await checkout.run(`refunds create ${id} --amount 501 --key ticket-3`)
    expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another body') })
    expect(await refundsOf(id)).toHaveLength(1)
  })

  it('is the same request as a call of the API with this key, which gets the same bytes from then on', async () => {
    const id = await paidSession()
    const made = await checkout.json<Refund>(`refunds create ${id} --amount 500 --key ticket-5`)
    const ask = () =>
      checkout.api.merchant.post(
        `/v1/sessions/${id}/refunds`,
        { amount: 500 },
        { 'idempotency-key': 'ticket-5' },
      )
    const [first, again] = [await ask(), await ask()]
    for (const answer of [first, again])
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(first.as(Refund)).toMatchObject({ id: made.id, amount: 500, status: 'succeeded' })
    expect(again.text).toBe(first.text)
    expect(await refundsOf(id)).toEqual([{ amount: 500, status: 'succeeded' }])
  })

  it('1 for a session that is unknown or not paid, and for more than is left', async () => {
    const id = await paidSession()
    const open = (await createTestSession(checkout.api)).id
    for (const [line, message] of [
      [UNKNOWN, `There is no session ${UNKNOWN}.`],
      [open, 'no such payment'],
      [`${id} --amount 25991`, 'BRL 259.90'],
    ] as const) {
      const { exitCode, stderr } = await checkout.run(`refunds create ${line} --key ticket-4`)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)])
    }
    expect(await refundsOf(id)).toEqual([])
  })

  it.each([
    '--key ""',
    '',
    '--key a --amount 19.90',
    '--key a --amount 0',
    '--key a --payment pay',
  ])('64 for %j', async (options) => {
    expect((await checkout.run(`refunds create ${UNKNOWN} ${options}`)).exitCode).toBe(64)
  })
})
