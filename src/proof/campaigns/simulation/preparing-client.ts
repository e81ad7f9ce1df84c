import { Client } from 'pg'
import { statement } from '#server/database/engine/database.ts'

/** A connection that prepares each text once. Its end rejects the queries under way. */
export async function connectPreparing(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const query = client.query.bind(client)
  return Object.assign(client, {
    query: (text: string, values: unknown[] = []) =>
      query({ ...statement('campaign', text), values }),
  })
}
