import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { newId } from '#domain/id.ts'
import { discountOf } from '#domain/method-discounts.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { insertBareSession, insertNotifiedMerchant } from '#proof/testing/notification-records.ts'
import { statement } from '../engine/database.ts'
import { violatedConstraint } from '../engine/database-errors.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')

describe('S-129: the database knows the discounts of the domain', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  const sql = <Row extends object>(text: string, ...values: unknown[]) =>
    test.database.query<Row>(statement('test', text), values)

  it('by the same rule', async () => {
    const amount = fc.oneof(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: LIMITS.amountMinorMax }),
    )
    const share = fc.integer({ min: 1, max: 9999 })
    const discount = fc.oneof(
      share.map((basisPoints) => ({ basisPoints })),
      amount.map((minor) => ({ amount: minor })),
      fc.constant(undefined),
    )
    const cases = fc.sample(fc.record({ amount, discount }), 2000)
    const rows = await sql<{ minor: number }>(
      `select method_discount((one ->> 'amount')::bigint, one -> 'discount') as minor
       from jsonb_array_elements($1::jsonb) with ordinality as listed (one, number) order by number`,
      JSON.stringify(cases),
    )
    expect(rows.map(({ minor }) => minor)).toEqual(
      cases.map((one) => discountOf(one.amount, one.discount)),
    )
  })

  it('and refuses a payment without its own, as a server of the release before would make it', async () => {
    const { id: merchantId } = await insertNotifiedMerchant(test.database, {
      callbackUrl: 'https://store.example/',
      key: randomBytes(32),
      now: NOW,
    })
    const sessionId = await insertBareSession(test.database, merchantId, NOW)
    await sql(
      `update sessions set amount_minor = 1990,
         details = details || '{"paymentMethodDiscounts": {"pix": {"basisPoints": 500}}}' where id = $1`,
      sessionId,
    )
    const insert = (method: string, amountMinor: number, discount: string) =>
      sql(
        `insert into payments (id, session_id, status, method, amount_minor, currency, processor, created_at, updated_at,
           decline_code ${discount === '' ? '' : ', discount_minor'})
         values ($1, $2, 'failed', $3, $4, 'BRL', 'test', $5, $5, 'replaced' ${discount === '' ? '' : `, ${discount}`})`,
        newId('pay', NOW, (length) => randomBytes(length)),
        sessionId,
        method,
        amountMinor,
        NOW,
      ).then(
        () => 'allowed',
        (error: unknown) => violatedConstraint(error) ?? String(error),
      )
    expect(await insert('pix', 1990, '')).toBe('payments_have_the_discount')
    expect(await insert('pix', 1890, '99')).toBe('payments_have_the_discount')
    expect(await insert('card', 1990, '100')).toBe('payments_have_the_discount')
    expect(await insert('pix', 1890, '100')).toBe('allowed')
    expect(await insert('card', 1990, '')).toBe('allowed')
  })
})
