import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import { openDatabaseClock } from '#server/database/engine/database-clock.ts'
import { migrate, pendingMigrations } from '#server/database/migrate/migrate.ts'
import { actorOf } from './actor.ts'
import { commandLog } from './command-log.ts'
import { masterKeys } from './compose/master-key.ts'
import { openConfiguredDatabase, type OpenedDatabase } from './compose/open-database.ts'
import { ownDatabase, refuseOtherDatabase } from './compose/own-database.ts'
import type { Config } from './config.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { loadConfigBeside } from './load-config.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'

/** Context of the operator's commands. */
export interface Operator extends OperatorContext {
  config: Config
  opened: OpenedDatabase
  log: Logger
}

/** Runs `work` with the configured database and keys, and closes them afterwards. */
export async function asOperator<T>(
  command: Command,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const terminal = terminalOf(command)
  const config = loadConfigBeside(terminal)
  const log = commandLog(terminal, config.logLevel)
  const opened = await openConfiguredDatabase(config, { log, role: 'command' })
  try {
    await prepareDatabase(config, opened, log)
    return await withOperator(command, { config, opened, log }, work)
  } finally {
    await opened.close()
  }
}

/** Runs `work` on an open database that is already prepared, and leaves the database open. */
export async function withOperator<T>(
  command: Command,
  { config, opened, log }: Pick<Operator, 'config' | 'opened' | 'log'>,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const clock = await openDatabaseClock(opened.database)
  try {
    return await work({
      config,
      opened,
      log,
      database: opened.database,
      keys: masterKeys(config),
      clock: () => clock.now(),
      random: (length) => randomBytes(length),
      actor: actorOf(command),
    })
  } finally {
    await clock.close()
  }
}

/** Migrates the database in a local layout. Throws a `CommandFailure` when it belongs to another environment or MASTER_KEY. */
export async function prepareDatabase(
  config: Config,
  opened: OpenedDatabase,
  log: Logger,
): Promise<void> {
  await refuseOtherDatabase(config, opened.database)
  await migrateLocal(config, opened, log)
  await ownDatabase(config, opened.database)
}

/** Applies pending migrations in a local layout. In production's they need `checkout migrate`, at the operator's time. */
async function migrateLocal(
  { layout }: Config,
  { url, database }: OpenedDatabase,
  log: Logger,
): Promise<void> {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return
  if (layout === 'production')
    throw new CommandFailure(
      `The database lacks ${pending.join(', ')}. Apply what is missing with: npx --no checkout migrate`,
    )
  await migrate({ url, log })
}
