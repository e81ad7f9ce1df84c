import { callbackify } from 'node:util'

import { Client, type ClientConfig } from 'pg'

import { READ_ONLY_STATE } from './database-errors.ts'
import type { Probe, WriterHosts } from './writer-hosts.ts'

/** Runs without a statement name: a pooler may be in between. */
const TAKES_WRITES = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites"`

/** A client that connects to the host that takes writes, and drops its connection once another host takes them. */
export function writerClient(hosts: WriterHosts): typeof Client {
  return class WriterClient extends Client {
    override connect(): Promise<Client>
    override connect(callback: (error: Error | null, client: Client) => void): void
    override connect(
      callback?: (error: Error | null, client: Client) => void,
    ): Promise<Client> | undefined {
      if (callback === undefined) return this.#connectToWriter()
      callbackify(() => this.#connectToWriter())((error) => callback(error, this))
      return undefined
    }

    async #connectToWriter(): Promise<Client> {
      const url = await hosts.writer()
      const { stream } = this.connection
      // A pool gives up a client by destroying its stream.
      if (stream.destroyed) throw new Error('Connection terminated while a host was sought')
      const { hostname, port } = new URL(url)
      this.host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1')
      this.port = port === '' ? 5432 : Number(port)
      try {
        await super.connect()
      } catch (error) {
        hosts.doubt(url)
        throw error
      }
      const unfollow = hosts.follow(url, () => stream.destroy())
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY_STATE) hosts.doubt(url)
      })
      this.once('error', () => hosts.doubt(url))
      this.once('end', unfollow)
      return this
    }
  }
}

/** A probe that opens its own connection to a host. */
export function probeBy(options: ClientConfig): Probe {
  return async (url) => {
    const client = new Client({ ...options, connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ takesWrites: boolean }>(TAKES_WRITES)
      return rows[0]?.takesWrites === true
    } finally {
      // Not awaited: a host that hangs does not close the connection.
      void client.end().catch(() => undefined)
    }
  }
}
