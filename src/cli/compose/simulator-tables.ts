import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { AddedTables } from '#server/database/installation/app-role.ts'
import type { Config } from '../config.ts'
import { requireSandbox } from '../require-sandbox.ts'

/** Makes the tables of the sandbox's simulator. Returns the names of the migrations; none in production. */
export async function migrateSimulatorTables(
  { environment }: Config,
  { url }: { url: string },
): Promise<readonly string[]> {
  if (environment === 'production') return []
  return (await requireSandbox()).simulatorTables.migrate(url)
}

/**
 * The tables of the sandbox's simulator, made where the layout is local. Undefined in production. Throws a `CommandFailure` where
 * they need "migrate".
 */
export async function preparedSimulatorTables(
  { environment, layout }: Config,
  { url }: { url: string },
): Promise<AddedTables | undefined> {
  if (environment === 'production') return undefined
  const { simulatorTables } = await requireSandbox()
  if (layout === 'local') await simulatorTables.migrate(url)
  const pending = await simulatorTables.pending(url)
  if (pending.length > 0)
    throw new CommandFailure(
      `The database lacks ${pending.join(', ')}. Apply what is missing with: npx --no checkout migrate`,
    )
  return simulatorTables
}
