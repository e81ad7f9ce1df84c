import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  isOutOfTime,
} from '../database/engine/database-errors.ts'

/** Whether the same call may work later. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof CommitOutcomeUnknown
}

/** Whether the database works, and ended a statement that took longer than it may. */
export function isTooSlow(error: unknown): boolean {
  return isOutOfTime(error)
}
