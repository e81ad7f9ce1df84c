import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { Database } from '#server/database/engine/database.ts'
import { isForbidden } from '#server/database/engine/database-errors.ts'
import { readMissingPrivileges, type AddedTables } from '#server/database/installation/app-role.ts'

const NAMED_MAX = 3
export const GRANT_REMEDY =
  'As the owner of the database, run: npx --no checkout database grant --role <role>'

/** Throws a `CommandFailure` that a supervisor does not repeat: only an operator can grant what the role lacks. */
export async function refuseMissingPrivileges(
  database: Database,
  added?: AddedTables,
): Promise<void> {
  const missing = await readMissingPrivileges(database, added)
  if (missing.length === 0) return
  const more = missing.length - NAMED_MAX
  const named = missing.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
  throw new CommandFailure(
    `This role of PostgreSQL may not do what a server does: it lacks ${named}. ${GRANT_REMEDY}`,
    EXIT.configuration,
  )
}

/** A database that says which privilege its role lacks, where PostgreSQL names the table alone. */
export function namingPrivileges(database: Database): Database {
  async function named(error: unknown): Promise<never> {
    if (isForbidden(error)) await refuseMissingPrivileges(database)
    throw error
  }
  return {
    ...database,
    query: async (prepared, values) => database.query<never>(prepared, values).catch(named),
    transaction: async (work) => database.transaction(work).catch(named),
  }
}
