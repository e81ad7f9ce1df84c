import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { hasNoAnswer } from '#server/processors/processor.ts'
import {
  DatabaseUnavailable,
  isForbidden,
  isOutOfTime,
  isRefusal,
} from '#server/database/engine/database-errors.ts'
import { EmbeddedPostgresError } from '#server/database/embedded/embedded-postgres-error.ts'
import { PoolerRefused } from '#server/database/engine/limit-session.ts'
import { MigrationRefused } from '#server/database/migrate/migration-records.ts'
import { SealBroken } from '#server/database/engine/secret-box.ts'
import { GRANT_REMEDY } from './compose/missing-privileges.ts'

/** The failure to report for an expected error of the server's code below a command; undefined for other errors. */
export function explainFailure(error: unknown): CommandFailure | undefined {
  if (!(error instanceof Error)) return undefined
  // Only an operator can grant what is lacking, so that a supervisor must not repeat the command.
  if (isForbidden(error))
    return new CommandFailure(
      `PostgreSQL refuses it to this role: ${error.message}. ${GRANT_REMEDY}`,
      EXIT.configuration,
    )
  if (error instanceof MigrationRefused && isForbidden(error.cause))
    return new CommandFailure(error.message, EXIT.configuration)
  const message = messageOf(error)
  return message === undefined ? undefined : new CommandFailure(message)
}

function messageOf(error: Error): string | undefined {
  if (error instanceof SealBroken)
    return 'The secrets in this database were sealed with another MASTER_KEY.'
  if (error instanceof DatabaseUnavailable) return messageOfUnavailable(error)
  if (hasNoAnswer(error)) return `The processor does not answer: ${error.message}`
  if (
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationRefused ||
    error instanceof PoolerRefused
  )
    return error.message
  if ('code' in error && error.code === 'ENOSPC') return `The disk is full: ${error.message}`
  return undefined
}

function messageOfUnavailable(error: DatabaseUnavailable): string {
  if (isOutOfTime(error))
    return 'That is slow: the database works, and ended a statement that took longer than DATABASE_TIMEOUT_MS. Ask for less, such as one merchant or a shorter time, or try again when there is less to do.'
  if (isRefusal(error))
    return `The database answers, but cannot do it now: ${error.message}. Try again.`
  return `The database does not answer: ${error.message}`
}
