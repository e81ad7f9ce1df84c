import { createHash } from 'node:crypto'

/** A prepared statement: each connection parses it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** Parsed and planned at each call, for its values. */
  readonly isPlannedPerCall?: true
  /** Its rows may have `notices`, which the database publishes (`notices.ts`). */
  readonly publishes?: true
}

/** PostgreSQL truncates longer names without an error. */
const STATEMENT_NAME_LENGTH_MAX = 63
const TEXT_HASH_LENGTH = 8

/** Names a statement after its text, so that two releases behind one connection pooler never share a prepared statement. */
export function statement(label: string, text: string): Statement {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, TEXT_HASH_LENGTH)
  const name = `${label} ${hash}`
  if (name.length > STATEMENT_NAME_LENGTH_MAX)
    throw new RangeError(`Statement label too long: ${label}`)
  return { name, text }
}

/**
 * Makes PostgreSQL plan a statement at each call, which costs a fraction of a millisecond. For lists whose best plan depends on
 * how many rows the merchant has, where a generic plan assumes the same number for all; and for batches, where a worker's
 * connection would keep the plan that it made when the tables were small.
 */
export function plannedPerCall<Prepared extends Statement>(prepared: Prepared): Prepared {
  return { ...prepared, isPlannedPerCall: true }
}

/** A database or a transaction: what a query function takes. */
export interface Queryable {
  /**
   * Rows with `bigint` as number and `timestamptz` as Date. Outside a transaction it runs again on a deadlock or a
   * serialization failure. Throws `DatabaseUnavailable` when the same call may work later.
   */
  query<Row = Record<string, unknown>>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]>
}

/** Ends when the function that received it settles; later queries throw. */
export type Transaction = Queryable

export interface Database extends Queryable {
  /**
   * Commits what `work` did; rolls back when `work` throws. `work` runs again after a deadlock or a
   * serialization failure, so its statements must be its only effects.
   * Throws `CommitOutcomeUnknown` when the connection broke between COMMIT and its answer.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * LISTENs on a channel: calls `onPayload` for each notification, and `onReconnect` when some may have
   * been missed. Resolves once it listens, to a function that stops it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>
  /** Whether a connection answered within the time. Never throws. */
  healthy(timeoutMs: number): Promise<boolean>
  /** Drains statements under way, for at most 10 s. */
  close(): Promise<void>
}
