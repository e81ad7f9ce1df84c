import { Pool, type PoolClient } from 'pg'
import type { Activity } from './activity.ts'
import { inOrder } from './in-order.ts'

const POOL_MAX = 20

type Method = (...values: unknown[]) => unknown

/** A pool whose operations count as under way. */
export function openTrackedPool(connectionString: string, activity: Activity): Pool {
  const pool = new Pool({ connectionString, max: POOL_MAX, idleTimeoutMillis: 0 })
  // Dropping the database ends connections that are closing.
  pool.on('error', () => undefined)
  pool.on('connect', (client: PoolClient) => {
    Object.assign(client, { query: tracked(client.query.bind(client) as Method, activity) })
  })
  return Object.assign(pool, {
    connect: tracked(pool.connect.bind(pool) as Method, activity),
    query: tracked(pool.query.bind(pool) as Method, activity),
  })
}

/** Calls with a callback return no promise. The driver makes them within a call that is tracked already. */
function tracked(method: Method, { track }: Activity): Method {
  return (...values) => {
    const answer = method(...values)
    return answer instanceof Promise
      ? track(answer.then((result) => sorted(values[0], result)))
      : answer
  }
}

function sorted(query: unknown, result: unknown): unknown {
  const isQuery = typeof query === 'object' && query !== null && 'text' in query
  const text = isQuery && typeof query.text === 'string' ? query.text : ''
  if (text === '' || typeof result !== 'object' || result === null || !('rows' in result))
    return result
  return Array.isArray(result.rows)
    ? Object.assign(result, { rows: inOrder(text, result.rows) })
    : result
}
