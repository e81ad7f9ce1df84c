import type { Scope } from '#contract/api-key.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { ServiceMetrics } from '#server/monitoring/metrics.ts'
import type { Client } from '#http/client-address.ts'
import { createMerchant, type NewMerchant } from '#server/service/merchants/create-merchant.ts'
import {
  defaultScopes,
  issueKey,
  keyOfCheckout,
  keyOfMerchant,
} from '#server/service/keys/issue-key.ts'
import { statement } from '#server/database/engine/database.ts'
import { openDatabase, type DatabaseOptions } from '#server/database/engine/open-database.ts'
import { createCaller, type Caller } from './caller.ts'
import { composeApi, type ApiParts, type ComposedApi } from './compose-api.ts'
import { countStatements, type CountingDatabase } from './counting-database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Simulation } from './simulation.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestMerchant extends Caller {
  id: string
  apiKey: string
  keyId: string
  webhookSecret: string
}

export interface TestApi {
  context: ServiceContext
  metrics: ServiceMetrics
  database: CountingDatabase
  clock: TestClock
  /** `client` is absent for calls within the process. */
  fetch(request: Request, client?: Client): Promise<Response>
  /** A caller without a key. */
  anyone: Caller
  /** The page's backend. */
  checkout: Caller
  merchant: TestMerchant
  addMerchant(changes?: Partial<NewMerchant> & { scopes?: readonly Scope[] }): Promise<TestMerchant>
  /** A caller with this key; `fetch` may stand for another process. */
  caller(apiKey: string, fetch?: (request: Request) => Response | Promise<Response>): Caller
  /** Throws when the API has another processor. */
  simulation: Simulation
  /** Throws in production. */
  sandbox: ComposedApi['sandbox']
  /** The environment's additions, for another API over the same context. */
  joined: ComposedApi['joined']
  /** Queries the database directly. */
  sql<Row>(text: string, ...values: unknown[]): Promise<Row[]>
  /** The whole database as one text. */
  dump(): Promise<string>
  /** Log lines so far, as JSON. */
  logged: string[]
  close(): Promise<void>
}

export interface TestApiOptions extends Partial<ApiParts> {
  /** The API's database URL; by default the owner's. */
  databaseOf?: (owner: TestDatabase) => Promise<string>
  /** The statement timeout of an API with `databaseOf` or `opening`, in milliseconds. */
  databaseTimeoutMs?: number
  /** How the API's own database is opened. */
  opening?: Pick<DatabaseOptions, 'publishing' | 'around'>
}

const START = new Date('2026-11-20T15:00:00.000Z')

/** The whole API over its own database, composed as `checkout serve` does, with a clock that tests move. */
export async function startTestApi({
  databaseOf,
  databaseTimeoutMs,
  opening,
  ...options
}: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = await createTestDatabase()
  const url = await databaseOf?.(testDatabase)
  const opened =
    url === undefined && opening === undefined
      ? undefined
      : openDatabase({
          url: url ?? testDatabase.url,
          log: { info: noop, warn: noop },
          ...opening,
          ...(databaseTimeoutMs !== undefined && { timeoutMs: databaseTimeoutMs }),
        })
  const database = countStatements(opened ?? testDatabase.database)
  const clock = createTestClock(START)
  const composed = await composeApi({ ...options, database, url: testDatabase.url, clock })
  const { context, metrics, fetch } = composed
  const { environment, keys, random } = context
  const caller: TestApi['caller'] = (apiKey, by = fetch) => createCaller(by, apiKey)
  const sql: TestApi['sql'] = (text, ...values) => database.query(statement('test', text), values)
  const operator = { database, keys, clock: () => clock.now(), random }

  async function addMerchant({
    scopes = defaultScopes(environment),
    ...changes
  }: Parameters<TestApi['addMerchant']>[0] = {}): Promise<TestMerchant> {
    const { merchantId, webhookSecret } = await createMerchant(operator, { ...SHOP, ...changes })
    const issued = await issueKey(operator, { ...keyOfMerchant(environment, merchantId), scopes })
    const { apiKey, keyId } = issued
    return { ...caller(apiKey), id: merchantId, apiKey, keyId, webhookSecret }
  }

  const bff = await issueKey(operator, keyOfCheckout(environment))
  return {
    context,
    metrics,
    database,
    clock,
    fetch,
    anyone: createCaller(fetch, undefined),
    checkout: caller(bff.apiKey),
    merchant: await addMerchant(),
    addMerchant,
    caller,
    get simulation() {
      return composed.simulation
    },
    get sandbox() {
      return composed.sandbox
    },
    joined: composed.joined,
    sql,
    async dump() {
      const [row] = await sql<{ all: string }>(
        `select schema_to_xml('public', true, false, '')::text as "all"`,
      )
      return row?.all ?? ''
    },
    logged: composed.logged,
    async close() {
      await composed.close()
      await opened?.close()
      await testDatabase.drop()
    },
  }
}

const SHOP: NewMerchant = {
  name: 'Loja São João',
  currency: 'BRL',
  country: 'BR',
  callbackUrl: 'https://store.example/webhooks',
  returnOrigins: ['https://store.example'],
  successUrl: 'https://store.example/ok?s={SESSION_ID}',
  cancelUrl: 'https://store.example/cart',
}

function noop(): void {}
