import {
  administer,
  createDatabase,
  dropDatabase,
  startTestServer,
} from '../../testing/test-server.ts'
import { openWorld, type World } from './world.ts'

/** Databases for schedules on one server: each a fresh copy of this release's schema. */
export interface Worlds {
  open(sql?: readonly string[]): Promise<World>
  /** Ends a world and drops its database. */
  drop(world: World): Promise<void>
  close(): Promise<void>
}

export async function openWorlds(): Promise<Worlds> {
  const server = await startTestServer(process.env['DATABASE_URL'])
  let count = 0
  return {
    async open(sql = []) {
      count += 1
      const name = `checkout_campaign_${process.pid}_${count}`
      const url = await createDatabase(server, name)
      await administer(url, async (client) => {
        for (const statement of sql) await client.query(statement)
      })
      return openWorld(url)
    },
    async drop(world) {
      await world.close()
      await dropDatabase(server, new URL(world.url).pathname.slice(1))
    },
    close: () => server.stop(),
  }
}
