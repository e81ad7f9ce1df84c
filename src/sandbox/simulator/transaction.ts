import type { Pool, PoolClient } from 'pg'

/** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A lost connection rejects the query and also emits `error`, which would end the process without a listener.
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    // Destroying the connection rolls back, and works when the connection itself has failed.
    client.release(true)
    throw error
  }
}

function ignore(): void {}
