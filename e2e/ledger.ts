import { join } from 'node:path'
import { Pool } from 'pg'
import { attachEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { ENVIRONMENT } from './product.ts'

/** The simulated processor's ledger, the oracle of captures. */
export interface Ledger {
  /** The capture times of a session. */
  captures(sessionId: string): Promise<Date[]>
  close(): Promise<void>
}

export function openLedger(): Ledger {
  const pool = new Pool({ connectionString: databaseUrl(), max: 1 })
  return {
    async captures(sessionId) {
      const { rows } = await pool.query<{ recordedAt: Date }>(
        `select recorded_at as "recordedAt" from simulator.ledger_entries
         where kind = 'capture' and payment_id in (select id from payments where session_id = $1)`,
        [sessionId],
      )
      return rows.map(({ recordedAt }) => recordedAt)
    },
    close: () => pool.end(),
  }
}

function databaseUrl(): string {
  const { DATABASE_URL, DATA_DIR = '' } = ENVIRONMENT
  const url = DATABASE_URL ?? attachEmbeddedPostgres({ dataDir: join(DATA_DIR, 'sandbox') })?.url
  if (url === undefined) throw new Error('the product under test has no database')
  return url
}
