import { DatabaseError } from 'pg'

/** Transient: the database cannot answer now and committed nothing; the same call may work later. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The connection broke while COMMIT was under way: the transaction happened entirely or not at all. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
}

/** A standby, or a primary that was demoted, refuses a write. */
export const READ_ONLY_STATE = '25006'

/** A statement is not finished in time. */
const OUT_OF_TIME = '57014'

/** A right that is not granted. */
const INSUFFICIENT_PRIVILEGE = '42501'

const UNAVAILABLE_CLASSES = [
  '08', // connection exception
  '28', // invalid authorization: a password being rotated
  '53', // insufficient resources: disk full, out of memory, too many connections
  '58', // system error: I/O
]
const UNAVAILABLE_STATES = [
  READ_ONLY_STATE,
  '25P03', // idle in transaction for too long
  '26000', // unknown prepared statement: preparing it failed earlier in the pipeline
  '3D000', // no such database: not restored yet
  '40001', // serialization failure, still after retries
  '40P01', // deadlock, still after retries
  '55P03', // lock not available in time
  OUT_OF_TIME,
  '57P01', // administrator's shutdown
  '57P02', // crash of another session
  '57P03', // starting up or shutting down
  '57P05', // idle for too long
]
/** pg reports connection failures as plain errors without a code. */
const CONNECTION_MESSAGES =
  /terminated|timeout e|read timeout|not queryable|after calling end on the pool/i

const RETRYABLE_STATES = ['40001', '40P01']
const CONSTRAINT_CLASS = '23'

/** Maps transient errors of the driver to `DatabaseUnavailable`; returns all others unchanged. */
export function databaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable || !isPassing(error)) {
    return error
  }
  return new DatabaseUnavailable(error.message || 'No connection to the database', { cause: error })
}

function isPassing(error: Error): boolean {
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    return (
      UNAVAILABLE_CLASSES.includes(state.slice(0, 2)) ||
      UNAVAILABLE_STATES.includes(state) ||
      isClosedDatabase(error) ||
      isStalePlan(error)
    )
  }
  if (error instanceof TypeError || error instanceof RangeError) return false
  return 'code' in error || CONNECTION_MESSAGES.test(error.message)
}

/** `allow_connections` is false. With severity ERROR the same state is a defect in a statement. */
function isClosedDatabase(error: DatabaseError): boolean {
  return error.code === '55000' && error.severity === 'FATAL'
}

/** A migration changed a column's type after this connection had prepared the statement. */
function isStalePlan(error: DatabaseError): boolean {
  return error.routine === 'RevalidateCachedQuery'
}

/** The connection is lost, leads to a standby, or its prepared statements are stale: do not reuse it. */
export function spoilsConnection(error: unknown): boolean {
  const answer = answerOf(error)
  if (answer === undefined) return databaseError(error) instanceof DatabaseUnavailable
  return (
    answer.severity !== 'ERROR' ||
    answer.code === '26000' ||
    answer.code === READ_ONLY_STATE ||
    isStalePlan(answer)
  )
}

/** Serialization failure or deadlock: the transaction may be retried. */
export function isSerializationFailure(error: unknown): boolean {
  return RETRYABLE_STATES.includes(answerOf(error)?.code ?? '')
}

/** The server rejected the statement and the connection survives: the outcome is known. */
export function isRefusal(error: unknown): boolean {
  return answerOf(error)?.severity === 'ERROR'
}

/** The server ended the statement, because it took longer than it may. */
export function isOutOfTime(error: unknown): boolean {
  return answerOf(error)?.code === OUT_OF_TIME
}

/** The role of this connection lacks a right. */
export function isForbidden(error: unknown): boolean {
  return answerOf(error)?.code === INSUFFICIENT_PRIVILEGE
}

function answerOf(error: unknown): DatabaseError | undefined {
  const original = error instanceof DatabaseUnavailable ? error.cause : error
  return original instanceof DatabaseError ? original : undefined
}

/** The name of the violated constraint or unique index. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || !error.code?.startsWith(CONSTRAINT_CLASS))
    return undefined
  return error.constraint
}
