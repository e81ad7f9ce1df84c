import type { ClientBase } from 'pg'

/**
 * Keeps the server from recycling WAL while the connection lives, by a temporary replication slot. The role must be allowed
 * to replicate.
 */
export async function holdWal(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(
    `select pg_create_physical_replication_slot('checkout_' || pg_backend_pid(), true, true)`,
  )
}
