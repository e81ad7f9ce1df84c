import { Hono } from 'hono'
import type { Database } from '../database/database.ts'
import { API_HEADERS } from '../api/http/problem-response.ts'
import type { ServiceMetrics } from './metrics.ts'

const DATABASE_TIMEOUT_MS = 1000

export interface PrivateAppOptions {
  metrics: Pick<ServiceMetrics, 'text' | 'contentType'>
  /** False once graceful shutdown begins. */
  accepting: () => boolean
  /** Absent in a process without a database. */
  database?:
    | {
        healthy: Database['healthy']
        /** Names of migrations that are not applied yet. */
        pendingMigrations: () => Promise<readonly string[]>
      }
    | undefined
}

/** Readiness probe and metrics, on a private port. */
export function createPrivateApp(options: PrivateAppOptions): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(API_HEADERS)) c.header(name, value)
  })
  app.get('/ready', async (c) => {
    const reasons = await reasonsNotReady(options)
    return c.json({ ready: reasons.length === 0, reasons }, reasons.length === 0 ? 200 : 503)
  })
  app.get('/metrics', async (c) =>
    c.body(await options.metrics.text(), 200, { 'Content-Type': options.metrics.contentType }),
  )
  return app
}

async function reasonsNotReady({ accepting, database }: PrivateAppOptions): Promise<string[]> {
  if (!accepting()) return ['stopping']
  if (database === undefined) return []
  if (!(await database.healthy(DATABASE_TIMEOUT_MS))) return ['database']
  const pending = await database.pendingMigrations().catch(() => ['unknown'])
  return pending.length > 0 ? ['migrations'] : []
}
