import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, type Queryable, type Statement } from '#server/database/engine/database.ts'
import { defaultScopes, issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import { COPIED_TABLES } from '../bench/fill/copied-tables.ts'
import { DatabaseInUse, fillDatabase } from '../bench/fill/fill-database.ts'
import { createCaller } from '../testing/caller.ts'
import { composeApi, type ComposedApi } from '../testing/compose-api.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { isPlanned, measure, planModesOf, sequentialScansOf } from './plans.ts'
import { listSteps, otherSteps, type Known } from './tour.ts'

const recorded = vi.hoisted(() => new Map<string, { name: string; text: string }>())
vi.mock(import('#server/database/engine/database.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    ...original,
    statement(label, text) {
      const prepared = original.statement(label, text)
      recorded.set(prepared.name, prepared)
      return prepared
    },
  }
})

const SESSIONS = 20_000
/** Few, so that the largest has thousands of sessions. */
const MERCHANTS = 12
const DAYS = 20
/** Plans depend on statistics, so every run has the same sessions. */
const SEED = 0.5

/** Statements that may read a whole table, by label, and why. */
const MAY_SCAN: Readonly<Record<string, string>> = {}
const LOOKS_AT_REFUNDS =
  'looks at 5000 refunds at most, of whichever merchant, and says how far it looked'
const LOOKS_AT_OWN_REFUNDS =
  'looks at 5000 refunds of one merchant at most, and says how far it looked: of few refunds in all, a scan is cheapest'
/** Steps that may read many rows, and why. */
const MAY_READ: Readonly<Record<string, string>> = {
  'sessions of the dashboard in a rare state':
    'looks at 5000 sessions of one merchant at most, whatever it is asked for, and says how far it looked',
  'sessions of all merchants in a rare state':
    'looks at 5000 sessions at most, and says how far it looked',
  'refunds in any state of all': LOOKS_AT_REFUNDS,
  'refunds succeeded of all': LOOKS_AT_REFUNDS,
  'refunds pending of a merchant': LOOKS_AT_OWN_REFUNDS,
  'refunds failed of a merchant': LOOKS_AT_OWN_REFUNDS,
  'refunds reversed of a merchant': LOOKS_AT_OWN_REFUNDS,
  'audit entries of an action': 'looks at 5000 entries at most, and says how far it looked',
  'events of a webhook by what is rare':
    'looks at 5000 events of one merchant at most, whatever it is asked for, and says how far it looked',
  'failing webhooks':
    'looks at 300 merchants at most, and at 200 undelivered deliveries of each, whatever there is',
  prune: 'the step has deleted what is due: of the few rows left, a scan is cheapest',
  'viewed events in state unsent':
    'only in the sandbox: no row says that an event was never sent, so events are read until a page is full',
}

/** Enough for a page of a hundred with its payments, and some other rows. The largest merchant has many times as many. */
const ROWS_MAX = 1000

let test: TestDatabase
let client: Client
let composed: ComposedApi
let calls: { statement: Statement; values: readonly unknown[] }[] = []

/** A database that notes each statement with its values. */
function recording(database: Database): Database {
  const noting =
    (queried: Queryable): Queryable['query'] =>
    async (prepared, values) => {
      calls.push({ statement: prepared, values })
      return queried.query(prepared, values)
    }
  return {
    ...database,
    query: noting(database),
    transaction: (work) => database.transaction((tx) => work({ query: noting(tx) })),
  }
}

beforeAll(async () => {
  test = await createTestDatabase()
  await fillDatabase(test.url, { sessions: SESSIONS, merchants: MERCHANTS, days: DAYS, seed: SEED })
  client = new Client(test.url)
  await client.connect()
  const clock = createTestClock(new Date())
  composed = await composeApi({ database: recording(test.database), url: test.url, clock })
}, 600_000)
afterAll(async () => {
  await composed.close()
  await client.end()
  await test.drop()
})

const SOURCES = join(import.meta.dirname, '../..')

/** The files below `server`, `sandbox` and `cli` that make statements. */
function filesWithStatements(): string[] {
  return ['server', 'sandbox', 'cli'].flatMap((wing) =>
    readdirSync(join(SOURCES, wing), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /(?<!\.test|\.fixture)\.ts$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => /= (?:statement|named)\(/.test(readFileSync(path, 'utf8')))
      .map((path) => relative(import.meta.dirname, path)),
  )
}

// tests guard: indexed-movements

describe('R-60: no statement', () => {
  it('reads a growing table from end to end', async () => {
    const files = filesWithStatements()
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) await import(file)
    const statements = [...recorded.values()].filter(isPlanned)
    expect(statements.length).toBeGreaterThan(100)
    const scanning: string[] = []
    for (const prepared of statements) {
      const label = prepared.name.slice(0, prepared.name.lastIndexOf(' '))
      const scans = await sequentialScansOf(client, prepared)
      if (scans.length > 0 && !(label in MAY_SCAN)) scanning.push(`${label}: ${scans.join()}`)
    }
    expect(scanning).toEqual([])
  })

  it('reads many rows to return few, in the API, the worker or a command', async () => {
    // On a busy machine, an automatic vacuum may have changed the statistics meanwhile.
    await client.query('analyze')
    const [largest, smallest] = [await findKnown('desc'), await findKnown('asc')]
    const reading: string[] = []
    for (const [step, work] of [
      ...listSteps(await callerOf(largest.merchantId), largest),
      ...listSteps(await callerOf(smallest.merchantId), smallest),
      ...otherSteps(composed.context, largest),
    ]) {
      calls = []
      await work()
      for (const { statement: prepared, values } of callsOnce())
        for (const mode of planModesOf(prepared)) {
          const { sequentialScans, rows, removed } = await measure(client, prepared, values, mode)
          const isBounded = sequentialScans.length === 0 && Math.max(rows, removed) <= ROWS_MAX
          if (!isBounded && !(step in MAY_READ))
            reading.push(`${step} (${prepared.name}, ${mode}): ${rows} rows, ${removed} removed`)
        }
    }
    expect(reading).toEqual([])
  })
})

describe('a filled database', () => {
  it('has rows of every kind, with ids that hold their times', async () => {
    const { rows } = await client.query<{ states: number; of_another_time: number }>(
      `select count(distinct (status, payment_status))::int as states,
         count(*) filter (where abs(extract(epoch from created_at - time_of_id(id))) > 0.002)::int as of_another_time
       from sessions`,
    )
    expect(rows[0]?.states).toBeGreaterThanOrEqual(8)
    expect(rows[0]?.of_another_time).toBe(0)
    const sparse: string[] = []
    for (const table of Object.keys(COPIED_TABLES))
      if ((await client.query(`select from ${table} limit 500`)).rowCount !== 500)
        sparse.push(table)
    expect(sparse).toEqual([])
  })

  it('is not filled again by mistake', async () => {
    const plan = { sessions: 100, merchants: 1, days: 1 }
    await expect(fillDatabase(test.url, plan)).rejects.toThrow(DatabaseInUse)
  })
})

/** Each statement's first call, if it can be repeated: a second insert of the same row cannot. */
function callsOnce(): typeof calls {
  const seen = new Set<string>()
  return calls.filter(({ statement: { name, text } }) => {
    if (seen.has(name) || !isPlanned({ name, text }) || /\binsert into\b/i.test(text)) return false
    seen.add(name)
    return true
  })
}

/** A session from the middle of the merchant with the most sessions (`desc`) or the fewest (`asc`). */
async function findKnown(order: 'asc' | 'desc'): Promise<Known> {
  const { rows } = await client.query<Known>(
    `with merchant as (
       select merchant_id, count(*) as sessions from sessions group by 1 order by 2 ${order} limit 1
     )
     select s.merchant_id as "merchantId", s.id as "sessionId", s.created_at as at,
       (select id from events where session_id = s.id limit 1) as "eventId",
       p.id as "paymentId", p.processor_references ->> 'processorReference' as reference,
       p.processor_references ->> 'authorizationCode' as "authorizationCode"
     from sessions s join merchant m on m.merchant_id = s.merchant_id
     join payments p on p.session_id = s.id and p.processor_references ? 'authorizationCode'
     where s.status = 'complete' order by s.id offset (select sessions / 4 from merchant) limit 1`,
  )
  const [known] = rows
  if (known === undefined) throw new Error('a merchant has too few sessions')
  return known
}

async function callerOf(merchantId: string) {
  const { context, fetch } = composed
  const scopes = defaultScopes(context.environment)
  const key = { ...keyOfMerchant(context.environment, merchantId), scopes }
  return createCaller(fetch, (await issueKey(context, key)).apiKey)
}
