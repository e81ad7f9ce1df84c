import type { MasterKeys } from '#server/service/keys/master-keys.ts'
import { verifyAudit } from '#server/service/audit/verify-audit.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import type { Log } from '#server/database/engine/log.ts'
import { pendingMigrations } from '#server/database/migrate/migrate.ts'
import { errorMessage } from '../../error-message.ts'
import { checkBooks } from './check-books.ts'
import { checkStructure } from './check-structure.ts'
import {
  compareRows,
  countRows,
  findMissingRows,
  type Counts,
  type TableRows,
} from './count-rows.ts'
import { connectPatiently } from './source.ts'

export interface Check {
  name: 'secrets' | 'start' | 'structure' | 'schema' | 'rows' | 'books' | 'audit'
  ok: boolean
  /** A sentence: what was checked, or the fault. */
  says: string
}

/** The row counts of the source; reading them may fail, since the source may be damaged itself. */
type Counted = PromiseSettledResult<Counts>

export interface Checked {
  checks: Check[]
  rows: TableRows[]
}

/** Runs all checks of a running copy. A check that throws has failed; the others still run. */
export async function checkCopy(
  url: string,
  source: { before: Counted; after: Counted },
  keys: MasterKeys,
  log: Log,
): Promise<Checked> {
  const client = await connectPatiently(url)
  const database = openDatabase({ url, log })
  let rows: TableRows[] = []
  try {
    const checks = [
      await check('structure', async () => {
        const { relations, faults } = await checkStructure(client)
        return [faults, `amcheck read ${relations} tables and indexes`]
      }),
      await check('schema', async () => {
        const pending = await pendingMigrations(database)
        return [pending.map((name) => `${name} is missing`), 'as this release needs it']
      }),
      await check('rows', async () => {
        const [before, after] = [counts(source.before), counts(source.after)]
        rows = compareRows(before, await countRows(client), after)
        const missing = findMissingRows(rows).map(
          ({ table, before, copied, after }) => `${table} has ${copied}, not ${before} to ${after}`,
        )
        const sum = rows.reduce((total, { copied }) => total + copied, 0)
        return [missing, `${sum} in ${rows.length} tables, as in the source`]
      }),
      await check('books', async () => [
        await checkBooks(client),
        'sessions, payments, refunds and events agree',
      ]),
      await check('audit', async () => {
        const verdict = await verifyAudit(database, [keys, ...keys.previous])
        if (!verdict.ok) return [[`row ${verdict.sequence}: ${verdict.fault}`], '']
        return [[], `whole, it ends with ${verdict.end.sequence}:${verdict.end.hash}`]
      }),
    ]
    return { checks, rows }
  } finally {
    await database.close()
    await client.end()
  }
}

/** @param look returns the faults, and the sentence to report when there are none */
export async function check(
  name: Check['name'],
  look: () => Promise<[faults: string[], fine: string]>,
): Promise<Check> {
  try {
    const [faults, fine] = await look()
    return { name, ok: faults.length === 0, says: faults.length === 0 ? fine : faults.join('; ') }
  } catch (error) {
    return { name, ok: false, says: errorMessage(error) }
  }
}

function counts(counted: Counted): Counts {
  if (counted.status === 'fulfilled') return counted.value
  throw new Error(`The source cannot be counted: ${String(counted.reason)}`)
}
