import type { System } from '#contract/dashboard/system.ts'
import { readBacklog } from '../../database/installation/backlog.ts'
import { pendingMigrations } from '../../database/migrate/migrate.ts'
import { readDatabaseSize } from '../../database/engine/read-size.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'

/** Reads the state of this process. */
export type ReadProcess = () => System['process']

/** The state of this installation: the process, its database, and the work that is not finished. */
export async function readSystem(
  { database, clock, environment }: Pick<DashboardContext, 'database' | 'clock' | 'environment'>,
  readProcess: ReadProcess,
): Promise<System> {
  const [size, pending, backlog] = await Promise.all([
    readDatabaseSize(database),
    pendingMigrations(database),
    readBacklog(database, clock()),
  ])
  return {
    environment,
    process: readProcess(),
    database: { ...size, pendingMigrations: pending },
    backlog: { ...backlog },
  }
}
