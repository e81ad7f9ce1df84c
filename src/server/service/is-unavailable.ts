import { CommitOutcomeUnknown, DatabaseUnavailable } from '../database/engine/database-errors.ts'

/** Whether the same call may work later. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof CommitOutcomeUnknown
}
