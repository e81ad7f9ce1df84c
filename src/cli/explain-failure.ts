import { isProcessorSilent } from '../server/processors/processor.ts'
import { DatabaseUnavailable } from '../server/database/database-errors.ts'
import { EmbeddedPostgresError } from '../server/database/embedded/embedded-postgres-error.ts'
import { MigrationRefused } from '../server/database/migrate.ts'
import { SealBroken } from '../server/database/secret-box.ts'

/** What a failure of the server below a command means to the person who gave it; undefined where it is none. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof SealBroken)
    return 'The secrets in this database were sealed with another MASTER_KEY.'
  if (error instanceof DatabaseUnavailable) return `The database does not answer: ${error.message}`
  if (isProcessorSilent(error)) return `The processor does not answer: ${error.message}`
  if (error instanceof EmbeddedPostgresError || error instanceof MigrationRefused)
    return error.message
  return undefined
}
