import { hasNoAnswer } from '#server/processors/processor.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { EmbeddedPostgresError } from '#server/database/embedded/embedded-postgres-error.ts'
import { PoolerRefused } from '#server/database/engine/limit-session.ts'
import { MigrationRefused } from '#server/database/migrate/migration-records.ts'
import { SealBroken } from '#server/database/engine/secret-box.ts'

/** PostgreSQL's state for a right that is not granted. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** The message of an expected failure of the server's code below a command; undefined for other errors. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof SealBroken)
    return 'The secrets in this database were sealed with another MASTER_KEY.'
  if (error instanceof DatabaseUnavailable) return `The database does not answer: ${error.message}`
  if (hasNoAnswer(error)) return `The processor does not answer: ${error.message}`
  if (
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationRefused ||
    error instanceof PoolerRefused
  )
    return error.message
  if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)
    return `PostgreSQL refuses it to this role: ${error.message}. As the owner of the database, run: npx checkout database grant --role <role>`
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return `The disk is full: ${error.message}`
  return undefined
}
