import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ListSessions } from '#contract/session.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import type { Statement } from '../engine/database.ts'
import { listSessions } from '../sessions/list-sessions.ts'

const MERCHANT = randomUUID()
const OTHER = randomUUID()

/** 20 000 sessions of two merchants, each with values of its own. */
const FILL = `
  insert into merchants (id, name, currency, country, return_origins, created_at)
    select id, 'Loja', 'BRL', 'BR', '{}', '2026-01-01' from unnest('{${MERCHANT},${OTHER}}'::uuid[]) id;
  insert into sessions (id, reference_hash, merchant_id, currency, amount_minor, details, expires_at, created_at)
    select 'cs_' || lpad(n::text, 22, '0'), sha256(n::text::bytea),
      case when n % 10 = 0 then '${OTHER}'::uuid else '${MERCHANT}'::uuid end, 'BRL', n,
      jsonb_build_object('metadata', jsonb_build_object('cart', n::text),
        'customer', jsonb_build_object('email', n || '@mail.example')), now(), now()
    from generate_series(1, 20000) n;
  analyze`

let test: TestDatabase
let client: Client
beforeAll(async () => {
  test = await createTestDatabase()
  client = new Client(test.url)
  await client.connect()
  await client.query(FILL)
})
afterAll(async () => {
  await client.end()
  await test.drop()
})

it.each([
  [{ metadata: { cart: '77' } }, 'sessions_by_metadata'],
  [{ customerEmail: '77@mail.example' }, 'sessions_by_email'],
  [{ amount: '77' }, 'sessions_by_amount'],
])('manners: the filter %j is served by its index', async (filter, index) => {
  const made: { text: string; values: readonly unknown[] }[] = []
  const query = async <Row>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> => {
    made.push({ text, values })
    return []
  }
  await listSessions({ query }, MERCHANT, ListSessions.parse(filter))
  // For metadata, the newest sessions are looked at first.
  const { text, values } = made.at(-1) ?? { text: '', values: [] }
  const generic = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`)
  const custom = await client.query<Record<string, string>>({
    text: `explain ${text}`,
    values: [...values],
  })
  for (const { rows } of [generic, custom]) {
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on sessions')
  }
})
