import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import type { Queryable, Statement } from './engine/database.ts'
import { claimDueDeliveries } from './events/delivery-queue.ts'
import { pruneIdempotencyKeys } from './idempotency.ts'
import type { MerchantFilter } from './merchants/merchant-filter.ts'
import { claimOwedRefunds } from './refunds/owed-refunds.ts'
import { claimInquiries } from './payments/payments.ts'
import { listSessionsToErase } from './sessions/personal-data.ts'
import { claimDueShopperMails } from './mails/shopper-mails.ts'
import { claimDueReceiptEmails } from './mails/receipt-emails.ts'
import { claimRefunds } from './refunds/refunds.ts'
import { listSessionsToExpire } from './sessions/sessions-to-expire.ts'

const MERCHANTS = Array.from({ length: 50 }, () => randomUUID())
const [ONE = '', ...OTHERS] = MERCHANTS
const NOW = new Date('2026-11-20T15:00:00.000Z')
const LONG_AGO = new Date('2026-08-20T15:00:00.000Z')
const limit = 50

/** 20 000 rows in each table, of which a few are due. */
const FILL = `
  insert into merchants (id, name, currency, country, return_origins, created_at)
    select id, 'Loja', 'BRL', 'BR', '{}', '2026-01-01' from unnest('{${MERCHANTS.join()}}'::uuid[]) id;
  create temporary table made as
    select n, 'cs_' || n as session_id, 'pay_' || n as payment_id, 'evt_' || n as event_id, n % 100 = 0 as is_due,
      ('{${MERCHANTS.join()}}'::uuid[])[1 + n % 50] as merchant_id,
      timestamptz '2026-11-20 15:00Z' - n * interval '10 minutes' as at
    from generate_series(1, 20000) n;
  insert into sessions (id, reference_hash, merchant_id, status, currency, amount_minor, details, expires_at, created_at, completed_at)
    select session_id, sha256(n::text::bytea), merchant_id, case when is_due then 'open' else 'complete' end, 'BRL', 100, '{}',
      at, at, case when not is_due then at end from made;
  insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor, created_at,
      updated_at, next_inquiry_at, refund_owed_at, next_refund_at)
    select payment_id, session_id, case when is_due then 'unknown' else 'succeeded' end, 'card', 100, 'BRL', 'simulated',
      case when is_due then 0 else 100 end, at, at, case when is_due then at end, case when n % 100 = 1 then at end,
      case when n % 100 = 1 then at end from made;
  insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at, next_inquiry_at)
    select 're_' || n, session_id, payment_id, case when n % 100 = 1 then 'pending' else 'succeeded' end, 1, 'BRL', at, at,
      case when n % 100 = 1 then at end from made where not is_due;
  insert into events (id, merchant_id, session_id, type, sequence, body, created_at)
    select event_id, merchant_id, session_id, 'session.completed', 1, '{}', at from made;
  insert into deliveries (id, event_id, merchant_id, url, status, next_attempt_at, created_at)
    select 'dlv_' || n, event_id, merchant_id, 'https://store.example', case when is_due then 'pending' else 'succeeded' end,
      case when is_due then at end, at from made;
  insert into receipt_emails (session_id, payment_id, status, next_attempt_at, created_at, finished_at)
    select session_id, payment_id, case when n % 100 = 1 then 'pending' else 'sent' end, case when n % 100 = 1 then at end, at,
      case when n % 100 <> 1 then at end from made where not is_due;
  insert into shopper_mails (session_id, kind, payment_id, status, next_attempt_at, created_at, finished_at)
    select session_id, 'boleto_made', payment_id, case when n % 100 = 1 then 'pending' else 'sent' end,
      case when n % 100 = 1 then at end, at, case when n % 100 <> 1 then at end from made where not is_due;
  insert into idempotency_keys (merchant_id, route, key, body_hash, created_at)
    select merchant_id, 'POST /v1/sessions', n::text, '', at from made;
  drop table made;
  analyze`

type Call = (db: Queryable, merchants: MerchantFilter) => Promise<unknown>

const claim = { now: NOW, wallNow: NOW, token: randomUUID(), limit }
const due = { now: NOW, nextAt: NOW, wallNow: NOW, processors: ['simulated'], limit }
/** Each query for due work, with the index that must serve it. */
const QUERIES: [index: string, call: Call][] = [
  ['sessions_to_expire', (db, merchants) => listSessionsToExpire(db, due, merchants)],
  ['payments_to_inquire', (db, all) => claimInquiries(db, due, all)],
  ['payments_owed', (db, all) => claimOwedRefunds(db, due, all)],
  ['refunds_to_inquire', (db, all) => claimRefunds(db, due, all)],
  [
    'receipt_emails_due',
    (db, merchants) => claimDueReceiptEmails(db, { ...claim, leaseMs: 1000 }, merchants),
  ],
  [
    'shopper_mails_due',
    (db, merchants) => claimDueShopperMails(db, { ...claim, leaseMs: 1000 }, merchants),
  ],
  [
    'sessions_to_forget',
    (db, merchants) =>
      listSessionsToErase(db, { endedBy: LONG_AGO, quietSince: LONG_AGO, limit }, merchants),
  ],
  [
    'deliveries_due',
    (db, merchants) =>
      claimDueDeliveries(
        db,
        { ...claim, leaseSeconds: 1, doubtfulMax: 25, slowMerchants: [], perMerchantMax: 5 },
        merchants,
      ),
  ],
  ['idempotency_keys_by_age', (db, merchants) => pruneIdempotencyKeys(db, OLDEST, merchants)],
]
const OLDEST = new Date('2026-07-10T15:00:00.000Z')

const FILTERS: [name: string, merchants: MerchantFilter][] = [
  ['all merchants', {}],
  ['merchants in real time', { except: OTHERS.slice(0, 10) }],
  ['one merchant', { only: [ONE] }],
]

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

/** Captures the statement and values of a call. */
async function statementOf(call: Call, merchants: MerchantFilter) {
  let made: { text: string; values: readonly unknown[] } | undefined
  const query = async <Row>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> => {
    made = { text, values }
    return []
  }
  await call({ query }, merchants)
  if (made === undefined) throw new Error('the call made no query')
  return made
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The query plan: sequentially scanned tables, and indexes used. */
async function explain(text: string, values?: readonly unknown[]) {
  const options = values === undefined ? 'format json, generic_plan' : 'format json'
  const explained = `explain (${options}) ${text}`
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    values === undefined ? explained : { text: explained, values: [...values] },
  )
  const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
  return {
    sequentialScans: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : [],
    ),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []).toSorted(),
  }
}

/** The text of `merchantCondition`. */
const CONDITION =
  /\((?<only>\$\d+)::uuid\[\] is null or [^\n]+\n[^\n]+<> all \((?<except>\$\d+)::uuid\[\]\)\)/

describe.each(QUERIES)('the query for %s', (index, call) => {
  it.each(FILTERS)(
    'uses that index for %s, with generic and custom plans',
    async (_, merchants) => {
      const { text, values } = await statementOf(call, merchants)
      for (const plan of [await explain(text), await explain(text, values)]) {
        expect(plan.sequentialScans).toEqual([])
        expect(plan.indexes).toContain(index)
      }
    },
  )

  it('has the same plan for all merchants as without the filter', async () => {
    const { text, values } = await statementOf(call, {})
    const plain = text.replace(CONDITION, '($<only>::uuid[] is null and $<except>::uuid[] is null)')
    expect(plain).not.toBe(text)
    expect(await explain(text, values)).toEqual(await explain(plain, values))
  })
})
