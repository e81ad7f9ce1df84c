import { threadId } from 'node:worker_threads'
import {
  administer,
  createDatabase,
  dropDatabase,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { openWorld, type World } from './world.ts'

/** Databases for schedules on one server, each a copy of a template with this release's schema. */
export interface Worlds {
  open(sql?: readonly string[]): Promise<World>
  /** Closes a world and drops its database. */
  drop(world: World): Promise<void>
}

/** A world is dropped after a thousand schedules: it needs no vacuum and no statistics. */
const UNTENDED = {
  autovacuum: 'off',
  track_activities: 'off',
  track_counts: 'off',
  update_process_title: 'off',
}

/** A test server for worlds, or the one of DATABASE_URL. */
export function startWorldServer(): ReturnType<typeof startTestServer> {
  const overSocket = process.platform === 'linux'
  return startTestServer(process.env['DATABASE_URL'], { settings: UNTENDED, overSocket })
}

/** Worlds on a server of their own. */
export async function openWorlds(): Promise<Worlds & { close(): Promise<void> }> {
  const server = await startWorldServer()
  return { ...worldsOn(server), close: () => server.stop() }
}

export function worldsOn(server: TestServer): Worlds {
  let count = 0
  return {
    async open(sql = []) {
      count += 1
      const name = `checkout_campaign_${process.pid}_${threadId}_${count}`
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
  }
}
