import type { Client, ClientBase } from 'pg'

/** The pooler cannot be used; the message tells the operator what to do. */
export class PoolerRefused extends Error {
  override name = 'PoolerRefused'
}

/** In milliseconds; 0 is none. */
export interface SessionLimits {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
}

/** Defaults that an operator, a role or a database may have set otherwise, and by which statements or values would be read otherwise. */
const SETTINGS = {
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
}
const OWN_SETTINGS = Object.entries(SETTINGS).map(
  ([name, value]) => `set_config('${name}', '${value}', false)`,
)

/** Runs without a statement name: a pooler in transaction mode may have prepared it on this backend. */
const SET = `select set_config('statement_timeout', $1, false) as "statementMs",
    set_config('lock_timeout', $2, false) as "lockMs",
    set_config('idle_in_transaction_session_timeout', $3, false) as "idleInTransactionMs",
    pg_backend_pid() as pid,
    ${OWN_SETTINGS.join(',\n    ')}`
const BACKEND = 'select pg_backend_pid() as pid'
const IN_TRANSACTION_MODE =
  'DATABASE_URL leads to a connection pooler in transaction mode, which loses timeouts, LISTEN and advisory locks between transactions. Set pool_mode = session for this database, or connect to PostgreSQL itself.'

/**
 * Sets the limits of a new connection, and what its statements rely on, in one round trip. They are not start-up parameters, which poolers refuse or ignore.
 * Throws `PoolerRefused` behind a pooler in transaction mode, which a second client, of `newClient`, shows.
 */
export async function limitSession(
  client: ClientBase,
  limits: SessionLimits,
  newClient: () => Client,
): Promise<void> {
  const values = [limits.statementMs, limits.lockMs, limits.idleInTransactionMs].map(
    // guard: connection-limits
    (ms) => `${Math.round(ms)}ms`,
  )
  const { rows } = await client.query<{ pid: number }>(SET, values)
  const pid = rows[0]?.pid
  // PostgreSQL gives its process id when a client connects, a pooler a number of its own.
  if (pid === undefined || Reflect.get(client, 'processID') === pid) return
  // guard: no-transaction-pooler
  if (await sharesBackend(client, pid, newClient())) throw new PoolerRefused(IN_TRANSACTION_MODE)
}

/** Whether another client gets the backend of this one while it is connected and idle. */
async function sharesBackend(client: ClientBase, pid: number, other: Client): Promise<boolean> {
  other.on('error', () => undefined)
  try {
    await other.connect()
    await other.query('begin')
    if ((await backendOf(other)) === pid) return true
    return (await backendOf(client)) !== pid
  } finally {
    await other.end()
  }
}

async function backendOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(BACKEND)
  return rows[0]?.pid
}
