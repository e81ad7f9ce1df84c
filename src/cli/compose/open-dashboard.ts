import type { Logger } from 'pino'
import { createDashboard, type Dashboard } from '../../dashboard/server/dashboard.ts'
import type { ServiceContext } from '../../server/context.ts'
import { createGuessCounter } from '../../server/dashboard/people/guess-counter.ts'
import { openDatabase } from '../../server/database/database.ts'
import type { Config } from '../config.ts'

/** Shorter than that of shoppers' statements: a person waits, and can ask again. */
const STATEMENT_TIMEOUT_MS = 2000
/** Few people work at once, and none of them is to slow shoppers down. */
const CONNECTIONS_OF_EACH_KIND = 2

/** The dashboard with connections of its own, so that none of its work takes one from shoppers. */
export function openDashboard(
  config: Config,
  { url, context, log }: { url: string; context: ServiceContext; log: Logger },
): Dashboard & { close: () => Promise<void> } {
  const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, config.databaseTimeoutMs)
  const database = openDatabase({
    url,
    log,
    timeoutMs,
    connectionsOfEachKind: CONNECTIONS_OF_EACH_KIND,
  })
  const { environment, keys, clock, random } = context
  return {
    ...createDashboard({
      context: {
        environment,
        database,
        keys,
        clock,
        random,
        adminUrl: config.adminUrl,
        allowLoopbackCallbacks: config.allowLoopbackCallbacks,
      },
      guesses: createGuessCounter(),
      log,
    }),
    close: () => database.close(),
  }
}
