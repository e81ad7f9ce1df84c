import type { ClientBase } from 'pg'

/** Keeps the server from recycling what WAL it has, for as long as the connection lives. By a role that may replicate. */
export async function holdWal(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(
    `select pg_create_physical_replication_slot('checkout_' || pg_backend_pid(), true, true)`,
  )
}
