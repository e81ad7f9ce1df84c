import type { Database, Queryable, Statement, Transaction } from '../database/engine/database.ts'
import type { NewSpan, Tracer } from './tracer.ts'

/** The end of a statement's name: the hash of its text. */
const TEXT_HASH = / [0-9a-f]{8}$/

/**
 * Wraps a database: each statement within a sampled span becomes a client span, with the statement's name alone. Polling
 * runs in no span, so its statements make none.
 */
export function traceDatabase(database: Database, tracer: Tracer): Database {
  const isTraced = () => tracer.current()?.isSampled === true
  const traced = (queryable: Queryable): Queryable => ({
    query: (statement, values) =>
      isTraced()
        ? tracer.inSpan(spanOf(statement), () => queryable.query(statement, values))
        : queryable.query(statement, values),
  })
  const own = traced(database)
  return {
    query: (statement, values) => own.query(statement, values),
    transaction: (work) => {
      if (!isTraced()) return database.transaction(work)
      const within = (tx: Transaction) => work(traced(tx))
      return tracer.inSpan(TRANSACTION, () => database.transaction(within))
    },
    listen: (channel, onPayload, onReconnect) => database.listen(channel, onPayload, onReconnect),
    healthy: (timeoutMs) => database.healthy(timeoutMs),
    close: () => database.close(),
  }
}

const SYSTEM = { 'db.system.name': 'postgresql' } as const
const TRANSACTION: NewSpan = {
  name: 'transaction',
  kind: 'client',
  parent: 'current',
  attributes: SYSTEM,
}

function spanOf({ name }: Statement): NewSpan {
  const summary = name.replace(TEXT_HASH, '')
  return {
    name: summary,
    kind: 'client',
    parent: 'current',
    attributes: { ...SYSTEM, 'db.query.summary': summary },
  }
}
