import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { CheckoutConnectionError, CheckoutError } from '../client/index.ts'
import { ProcessorSilent } from '../server/processors/processor.ts'
import { DatabaseUnavailable } from '../server/database/database-errors.ts'
import { EmbeddedPostgresError } from '../server/database/embedded/embedded-postgres-error.ts'
import { MigrationRefused } from '../server/database/migrate.ts'
import { SealBroken } from '../server/database/secret-box.ts'
import { CommandFailure, EXIT } from './exit.ts'
import { say } from './output.ts'

/** Says why a command ended early, and answers its exit code. */
export function reportFailure(error: unknown): number {
  // Commander has said it already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage
  say(`${styleText('red', 'error:', { stream: process.stderr })} ${messageOf(error)}`)
  return error instanceof CommandFailure ? error.exitCode : EXIT.refusal
}

function messageOf(error: unknown): string {
  if (error instanceof SealBroken)
    return 'The secrets in this database were sealed with another MASTER_KEY.'
  if (error instanceof DatabaseUnavailable) return `The database does not answer: ${error.message}`
  if (error instanceof ProcessorSilent) return `The processor does not answer: ${error.message}`
  if (isSelfExplaining(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function isSelfExplaining(error: unknown): error is Error {
  return [
    CommandFailure,
    CheckoutError,
    CheckoutConnectionError,
    EmbeddedPostgresError,
    MigrationRefused,
  ].some((kind) => error instanceof kind)
}
