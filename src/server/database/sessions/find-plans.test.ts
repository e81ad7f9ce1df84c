import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { measure, planModesOf, type Reading } from '#proof/growth/plans.ts'
import { currenciesOf, exponentOf } from '#domain/currency.ts'
import type { Queryable } from '../engine/database.ts'
import { findSessions, type SessionTerm } from './find-sessions.ts'
import { listSessions } from './list-sessions.ts'

const MERCHANTS = Array.from({ length: 50 }, () => randomUUID())
const [ONE = ''] = MERCHANTS
/** Its sessions have nothing of what all the others have. */
const ANOTHER = randomUUID()
const LIMIT = 21
const CURRENCIES = [0, 2, 3, 4].flatMap(currenciesOf)

/**
 * 20 000 sessions of 50 merchants, each with a payment. All have the same order, amount, card, person and authorization code, but
 * for a last one: the statistics of a value that all of a million share, or none has. Every twentieth is in yen.
 */
const FILL = `
  insert into merchants (id, name, currency, country, return_origins, created_at)
    select id, 'Loja', 'BRL', 'BR', '{}', '2026-01-01' from unnest('{${MERCHANTS.join()},${ANOTHER}}'::uuid[]) id;
  create temporary table made as
    select n, lpad(n::text, 22, '0') as id, ('{${MERCHANTS.join()}}'::uuid[])[1 + n % 50] as merchant_id,
      case when n % 20 = 0 then 'JPY' else 'BRL' end as currency, timestamptz '2026-11-20 15:00Z' as at
    from generate_series(1, 20000) n;
  insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, order_reference, details, expires_at, created_at)
    select 'cs_' || id, sha256(id::bytea), merchant_id, currency, 25740, case n when 20000 then 'A-1' else 'donation' end,
      '{"customer": {"email": "ada@mail.example"}, "metadata": {"channel": "web"}}', at, at from made;
  insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
    select 'cs_0' || id, sha256(('0' || id)::bytea), '${ANOTHER}', currency, 100, '{}', at, at from made where n <= 1000;
  insert into payments (id, session_id, merchant_id, status, method, amount_minor, currency, processor, decline_code, created_at,
      updated_at, card_last_four, customer, processor_references)
    select 'pay_' || id, 'cs_' || id, merchant_id, 'failed', 'card', 25740, currency, 'simulated', 'card_declined', at, at, '4242',
      '{"email": "ada@mail.example", "taxId": "11144477735", "phone": "+5511998765432"}', '{"authorizationCode": "358544"}'
    from made;
  insert into payments (id, session_id, merchant_id, status, method, amount_minor, currency, processor, decline_code, created_at,
      updated_at, card_last_four, customer, processor_references)
    select 'pay_0' || id, 'cs_0' || id, '${ANOTHER}', 'failed', 'card', 100, currency, 'simulated', 'card_declined', at, at, '4243',
      '{"email": "bob@mail.example", "taxId": "52998224726", "phone": "+5511998765430"}', '{"authorizationCode": "358540"}'
    from made where n <= 1000;
  drop table made;
  analyze`

let test: TestDatabase
let client: Client
beforeAll(async () => {
  test = await createTestDatabase()
  client = new Client(test.url)
  await client.connect()
  await client.query(FILL)
  await client.query('vacuum analyze')
})
afterAll(async () => {
  await client.end()
  await test.drop()
})

type Search = (db: Queryable) => Promise<unknown>

/** What the statements of a search read, each as the worst of its generic and its custom plan. */
async function readBy(search: Search) {
  const readings: Reading[] = []
  const query: Queryable['query'] = async (prepared, values) => {
    const ofModes: Reading[] = []
    for (const mode of planModesOf(prepared))
      ofModes.push(await measure(client, prepared, values, mode))
    readings.push(...ofModes)
    return test.database.query(prepared, values)
  }
  await search({ query })
  const worst = (count: (reading: Reading) => number) => Math.max(...readings.map(count))
  return {
    // There is no refund and no dispute here, and none is looked for until a payment is found.
    scans: readings.flatMap(({ sequentialScans }) =>
      sequentialScans.filter((table) => table !== 'refunds' && table !== 'disputes'),
    ),
    rows: worst(({ rows }) => rows),
    pages: worst(({ pages }) => pages),
  }
}

/** How many a search finds, and what it reads. */
async function search(term: SessionTerm, merchantId: string | null) {
  const asked = { merchantId, limit: LIMIT }
  const read = await readBy((db) => findSessions(db, term, asked))
  return { found: (await findSessions(test.database, term, asked)).length, ...read }
}

const AMOUNT = { amount: 25740, exponent: 2 }
const SHARED: SessionTerm[] = [
  { by: 'email', value: 'Ada@mail.example' },
  { by: 'taxId', value: '11144477735' },
  { by: 'phone', value: '+5511998765432' },
  { by: 'lastFour', lastFour: '4242', ...AMOUNT },
  { by: 'lastFour', lastFour: '4242', amount: 25740, exponent: 0 },
  { by: 'amount', ...AMOUNT },
  { by: 'amount', amount: 25740, exponent: 0 },
  { by: 'order', orderReferences: ['donation'] },
  { by: 'processorReference', names: ['txid'], reference: 'x', bankNumber: '358544' },
]
const OF_NONE: SessionTerm[] = [
  { by: 'email', value: 'nobody@mail.example' },
  { by: 'taxId', value: '52998224725' },
  { by: 'phone', value: '+5511998765433' },
  { by: 'lastFour', lastFour: '4242', amount: 25740, exponent: 3 },
  { by: 'lastFour', lastFour: '4242', amount: 25741, exponent: 2 },
  { by: 'lastFour', lastFour: '4243', ...AMOUNT },
  { by: 'amount', amount: 25740, exponent: 3 },
  { by: 'amount', amount: 25741, exponent: 2 },
  { by: 'order', orderReferences: ['A-2', '#A-2', 'a', 'b'] },
  { by: 'processorReference', names: ['txid'], reference: 'x', bankNumber: '358545' },
  { by: 'endToEndId', endToEndId: 'x' },
]

/** Rows read to show one that was found: its session and payment, and the refunds of that. */
const ROWS_OF_FOUND = 4
/** Pages of an index that lead to one place in it, at a million rows. */
const PAGES_OF_PROBE = 4

describe('R-86: a search reads no more than it finds', () => {
  it.each(SHARED)('of what all rows share, in one merchant: %j', async (term) => {
    const { found, scans, rows } = await search(term, ONE)
    expect(scans).toEqual([])
    expect(found).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(1 + ROWS_OF_FOUND * found)
  })

  it.each(SHARED)('of what all rows share, in all merchants: %j', async (term) => {
    const { found, scans, rows, pages } = await search(term, null)
    expect(scans).toEqual([])
    expect(found).toBe(LIMIT)
    // The newest row of each merchant, and those of a page.
    expect(rows).toBeLessThanOrEqual(MERCHANTS.length + 2 * LIMIT + ROWS_OF_FOUND * found)
    expect(pages).toBeLessThanOrEqual(PAGES_OF_PROBE * (MERCHANTS.length + LIMIT) + 2 * rows)
  })

  it.each(SHARED)('of what all rows share but those of the merchant: %j', async (term) => {
    const { found, scans, rows } = await search(term, ANOTHER)
    expect({ found, scans, rows }).toEqual({ found: 0, scans: [], rows: 0 })
  })

  it.each(OF_NONE)('of what no row has: %j', async (term) => {
    const references = 'orderReferences' in term ? term.orderReferences.length : 1
    for (const [merchantId, merchants] of [
      [ONE, 1],
      [null, MERCHANTS.length],
    ] as const) {
      const { found, scans, rows, pages } = await search(term, merchantId)
      expect({ found, scans, rows }).toEqual({ found: 0, scans: [], rows: 0 })
      expect(pages).toBeLessThanOrEqual(PAGES_OF_PROBE * (references * merchants + 2))
    }
  })

  it('of one row among all', async () => {
    const { found, rows } = await search({ by: 'order', orderReferences: ['A-1'] }, null)
    expect(found).toBe(1)
    expect(rows).toBeLessThanOrEqual(2 + ROWS_OF_FOUND)
  })
})

describe("R-86: a list of the API reads no more than it shows of a merchant's", () => {
  it.each([
    { amount: 25740 },
    { orderReference: 'donation' },
    { customerEmail: 'ada@mail.example' },
    { status: 'expired' as const },
  ])('of what all sessions have but its own: %j', async (filter) => {
    const { scans, rows } = await readBy((db) =>
      listSessions(db, ANOTHER, { ...filter, limit: LIMIT }),
    )
    expect({ scans, rows }).toEqual({ scans: [], rows: 0 })
  })

  it.each([
    { amount: 25740 },
    { orderReference: 'donation' },
    { customerEmail: 'ada@mail.example' },
    { status: 'open' as const },
  ])('of what all sessions have, its own, too: %j', async (filter) => {
    const { scans, rows } = await readBy((db) => listSessions(db, ONE, { ...filter, limit: LIMIT }))
    expect(scans).toEqual([])
    expect(rows).toBeLessThanOrEqual(ROWS_OF_FOUND * (LIMIT + 1))
  })

  it('of metadata that all sessions have: among its newest', async () => {
    const filter = { metadata: { channel: 'web' }, limit: LIMIT }
    const { scans, rows } = await readBy((db) => listSessions(db, ONE, filter))
    expect(scans).toEqual([])
    expect(rows).toBeLessThanOrEqual(500 + ROWS_OF_FOUND * (LIMIT + 1))
  })
})

describe('the database', () => {
  it('knows the decimals of every currency', async () => {
    const { rows } = await client.query<{ code: string; exponent: number }>(
      'select code, currency_exponent(code) as exponent from unnest($1::text[]) code',
      [CURRENCIES],
    )
    expect(rows).toEqual(CURRENCIES.map((code) => ({ code, exponent: exponentOf(code) })))
  })
})
