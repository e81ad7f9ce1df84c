// The background work in its own process, composed as `checkout serve` does; it runs between `start` and `stop`.
import { Client } from 'pg'

import { openConfiguredDatabase } from '#cli/compose/open-database.ts'
import { openService } from '#cli/compose/open-service.ts'
import { startBackground } from '#cli/compose/start-background.ts'
import { loadConfig } from '#cli/load-config.ts'
import { createLog } from '#server/process/log.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { repeat } from '#server/worker/repeat.ts'
import { countStatements, type StatementCounts } from './count-statements.ts'

/** A message to this process, which a bench of another tree sends, too. */
export type Order = 'start all' | 'start expiry' | 'stop' | 'costs'

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
