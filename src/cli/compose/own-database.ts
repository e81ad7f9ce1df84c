import type { Queryable } from '#server/database/engine/database.ts'
import { EarlierSchema, refuseEarlierSchema } from '#server/database/migrate/migration-records.ts'
import {
  checkDeployment,
  claimDeployment,
  OtherDeployment,
} from '#server/service/installation/claim-deployment.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { Config } from '../config.ts'
import { masterKeys } from './master-key.ts'

/**
 * Throws a `CommandFailure` for the database of another environment or MASTER_KEY, and for one whose tables were made before the
 * first release. Called before anything is changed.
 */
export async function refuseOtherDatabase(config: Config, database: Queryable): Promise<void> {
  await refuseEarlierTables(database)
  await configured(() => checkDeployment(database, claimantOf(config)))
}

/** Throws a `CommandFailure` for a database whose tables were made before the first release. Changes nothing. */
export async function refuseEarlierTables(database: Queryable): Promise<void> {
  await configured(async () => {
    await refuseEarlierSchema(database)
  })
}

/** Like `refuseOtherDatabase`, for a migrated database. A database without an owner becomes this environment's. */
export async function ownDatabase(config: Config, database: Queryable): Promise<void> {
  await configured(() => claimDeployment(database, claimantOf(config)))
}

function claimantOf(config: Config) {
  return { environment: config.environment, keys: masterKeys(config) }
}

async function configured(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof OtherDeployment || error instanceof EarlierSchema)
      throw new CommandFailure(error.message, EXIT.configuration)
    throw error
  }
}
