import type { Pool, PoolClient } from 'pg'

/** Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A lost connection is told twice: to the query, and by an event that nobody must leave unheard.
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back, also when it is the connection that failed.
    client.release(true)
    throw error
  }
}

function ignore(): void {}
