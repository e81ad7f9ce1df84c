import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Database } from '../database/engine/database.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import { cancelUnreadBody } from '#http/unsent-body.ts'
import type { ServiceMetrics } from './metrics.ts'

const DATABASE_TIMEOUT_MS = 1000
/** Named, but no process is taken away for it: without the API all of them would be, and shoppers would see nothing at all. */
const HARMLESS = ['api']

export interface PrivateAppOptions {
  metrics: Pick<ServiceMetrics, 'text' | 'contentType'>
  /** `starting` until every port listens; `stopping` once graceful shutdown begins. */
  phase: () => 'starting' | 'serving' | 'stopping'
  /** For a port that other machines reach: metrics need it as a bearer token, and readiness gives no reasons. */
  metricsToken?: string | undefined
  /** Absent in a process without a database. */
  database?:
    | {
        healthy: Database['healthy']
        /** Whether it is a standby, or read-only for another reason. */
        isReadOnly: () => Promise<boolean>
        /** Names of migrations that are not applied yet. */
        pendingMigrations: () => Promise<readonly string[]>
        /** What the role lacks. Default: nothing. */
        missingPrivileges?: () => Promise<readonly string[]>
      }
    | undefined
  /** Why this process can show no page. Absent in a process that shows none. */
  pageTrouble?: (() => Promise<'page key' | 'api' | undefined>) | undefined
}

/** Readiness probe and metrics, on a private port. */
export function createPrivateApp(options: PrivateAppOptions): Hono {
  const { metrics, metricsToken } = options
  const app = new Hono()
  app.use(cancelUnreadBody)
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value)
  })
  app.get('/ready', async (c) => {
    const reasons = await reasonsNotReady(options)
    const ready = reasons.every((reason) => HARMLESS.includes(reason))
    const body = metricsToken === undefined ? { ready, reasons } : { ready }
    return c.json(body, ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (metricsToken !== undefined && !isBearer(c.req.header('authorization'), metricsToken))
      return c.text('METRICS_TOKEN is needed, as a bearer token.\n', 401, {
        'WWW-Authenticate': 'Bearer',
      })
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
  return app
}

/** Compares in constant time. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function reasonsNotReady(options: PrivateAppOptions): Promise<string[]> {
  const now = options.phase()
  if (now !== 'serving') return [now]
  const ofDatabase = await databaseReasons(options)
  if (ofDatabase.length > 0) return ofDatabase
  const trouble = await options.pageTrouble?.()
  return trouble === undefined ? [] : [trouble]
}

async function databaseReasons({ database }: PrivateAppOptions): Promise<string[]> {
  if (database === undefined) return []
  if (!(await database.healthy(DATABASE_TIMEOUT_MS))) return ['database']
  if (await database.isReadOnly().catch(() => true)) return ['read-only database']
  const pending = await database.pendingMigrations().catch(() => ['unknown'])
  if (pending.length > 0) return ['migrations']
  const missing = (await database.missingPrivileges?.().catch(() => ['unknown'])) ?? []
  return missing.length > 0 ? ['privileges'] : []
}
