// The background work in its own process, composed as `checkout serve` does; it runs between `start` and `stop`.
import { Client } from 'pg'

import { openConfiguredDatabase } from '#cli/compose/open-database.ts'
import { openService } from '#cli/compose/open-service.ts'
import { startBackground } from '#cli/compose/start-background.ts'
import { loadConfig } from '#cli/load-config.ts'
import { createLog } from '#server/process/log.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { repeat } from '#server/worker/repeat.ts'

/** A message to this process, which a bench of another tree sends, too. */
export type Order = 'start all' | 'start expiry' | 'stop' | 'costs'

interface StatementCounts {
  statements: number
  /** Number of transactions, including those of a single statement. */
  commits: number
}

export interface ProcessCosts extends StatementCounts {
  cpuMicroseconds: number
}

const PAUSE_MS = 1000

const counted = countStatements(Client)
const config = loadConfig(process)
const log = createLog(config.logLevel)
const database = await openConfiguredDatabase(config, { log, role: 'server' })
const service = await openService(config, database, { log, servesApi: true })
const { context } = service
let running: { stop(): Promise<void> } | undefined

const ORDERS: Record<Order, () => Promise<void> | void> = {
  'start all': () => {
    running = startBackground(service)
  },
  'start expiry': () => {
    const expire = async () => expireSessions(context, await context.time.due())
    running = repeat('expire sessions', PAUSE_MS, expire, log)
  },
  stop: () => running?.stop(),
  costs: () => undefined,
}

function costs(): ProcessCosts {
  const { user, system } = process.cpuUsage()
  return { cpuMicroseconds: user + system, ...counted }
}

process.once('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  void Promise.resolve(ORDERS[order]()).then(() => process.send?.(costs()))
})
process.send?.('ready')

/** Counts what all connections of this process send, in the object that is returned. */
function countStatements(client: typeof Client): StatementCounts {
  const counts: StatementCounts = { statements: 0, commits: 0 }
  const inTransaction = new WeakSet<object>()
  const query: unknown = Reflect.get(client.prototype, 'query')
  if (typeof query !== 'function') throw new TypeError('the driver has no query')
  const counted = function counted(this: Client, ...asked: unknown[]): unknown {
    const [statement] = asked
    counts.statements += 1
    if (statement === 'begin') inTransaction.add(this)
    else if (statement === 'commit' || statement === 'rollback') inTransaction.delete(this)
    if (!inTransaction.has(this)) counts.commits += 1
    return Reflect.apply(query, this, asked)
  }
  Reflect.set(client.prototype, 'query', counted)
  return counts
}
