import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { createDice } from '../../campaigns/shared/dice.ts'
import { startFaultProxy, type FaultProxy } from '../../campaigns/shared/fault-proxy.ts'
import { statement } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { startTestApi, type TestApi } from '../api.ts'
import type { Answer } from '../caller.ts'
import type { TestDatabase } from '../database.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { isReadOnly } from '#server/database/engine/wait-for-database.ts'
import { createPrivateApp } from '#server/monitoring/private-app.ts'

/** Statement timeout: short, so that tests see what happens after it. */
const TIMEOUT_MS = 900
/** A request that takes longer than this hangs. */
const HANGS_MS = 20 * TIMEOUT_MS

/** The API behind a faulty connection to PostgreSQL; the processor has a connection of its own. */
export interface TroubledApi {
  api: TestApi
  line: FaultProxy
  /** URL of PostgreSQL, bypassing the faulty connection. */
  url: string
  /** Queries PostgreSQL, bypassing the faulty connection. */
  sql<Row>(text: string, ...values: unknown[]): Promise<Row[]>
  ready(): Promise<{ status: number; reasons: string[] }>
  /** Waits until the API recovers by itself. */
  untilReady(): Promise<void>
  close(): Promise<void>
}

export async function openTroubledApi({
  url = async (owner) => owner.url,
  timeoutMs = TIMEOUT_MS,
  emailsReceipts = false,
}: {
  url?: (owner: TestDatabase) => Promise<string>
  timeoutMs?: number
  emailsReceipts?: boolean
} = {}): Promise<TroubledApi> {
  let line: FaultProxy | undefined
  let direct = ''
  let beside = openDatabase({ url: 'postgres://127.0.0.1:1/none', log: SILENT })
  const api = await startTestApi({
    databaseTimeoutMs: timeoutMs,
    emailsReceipts,
    async databaseOf(owner) {
      direct = await url(owner)
      beside = openDatabase({ url: direct, log: SILENT })
      const target = new URL(direct)
      const { hostname: host, port } = target
      line = await startFaultProxy({ host, port: Number(port) }, createDice(1))
      target.port = String(line.port)
      target.hostname = '127.0.0.1'
      return target.href
    },
  })
  if (line === undefined) throw new Error('the API has no line to its database')
  const privateApp = createPrivateApp({
    database: {
      healthy: (timeoutMs) => api.database.healthy(timeoutMs),
      isReadOnly: () => isReadOnly(api.database),
      pendingMigrations: async () => [],
    },
    metrics: createMetrics(),
    phase: () => 'serving',
  })
  const ready: TroubledApi['ready'] = async () => {
    const response = await privateApp.request('/ready')
    const { reasons } = (await response.json()) as { reasons: string[] }
    return { status: response.status, reasons }
  }
  const through = line
  return {
    api,
    line,
    url: direct,
    sql: (text, ...values) => beside.query(statement('test', text), values),
    ready,
    async untilReady() {
      await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200)
    },
    async close() {
      through.heal()
      await api.close()
      await beside.close()
      await through.close()
    },
  }
}

const SILENT = { info: () => undefined, warn: () => undefined }

/** Fails when the response takes too long. */
export async function inTime(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the request hangs')), HANGS_MS)
  })
  return Promise.race([answer, hangs]).finally(() => clearTimeout(timer))
}

/** Expects a shed request: 503 with `Retry-After`. */
export function expectShed(answer: Answer): void {
  expect(answer.problem().code).toBe('temporarily_unavailable')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
}

/** Retries the same request while the API answers 503. */
export async function insist(
  call: () => Promise<Answer>,
  { tries = 200, onRefusal }: { tries?: number; onRefusal?: () => void } = {},
): Promise<Answer> {
  for (let number = 0; number < tries; number++) {
    const answer = await inTime(call())
    if (answer.status !== 503) return answer
    expectShed(answer)
    onRefusal?.()
    await sleep(20)
  }
  throw new Error('the API does not come back')
}

let keys = 0
export const newKey = () => ({ 'idempotency-key': `trouble-${(keys += 1)}` })

/** Lease of an idempotency key whose request died. */
export const LEASE_MS = 30_000
/** More than the pool's connections. */
export const AT_ONCE = 40

/** More concurrent calls than connections, each for its own session. */
export const crowd = (api: TestApi, name: string) =>
  Array.from({ length: AT_ONCE }, (_, number) => order(api, `${name} ${number}`))

/** Creates a session, identified by its order reference. */
export function order({ merchant }: TestApi, orderReference: string, key = newKey()) {
  const body = { merchantId: merchant.id, amount: 25_990, currency: 'BRL', orderReference }
  return () => merchant.post('/v1/sessions', body, key)
}
