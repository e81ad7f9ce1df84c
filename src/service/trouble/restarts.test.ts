import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../store/embedded/start-embedded-postgres.ts'
import { migrate } from '../../store/migrate.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { insist, openTroubledApi, order, type TroubledApi } from './trouble.fixture.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const CLIENTS = 4

let dataDir: string
let postgres: EmbeddedPostgres
let trouble: TroubledApi
beforeAll(async () => {
  dataDir = await makeScratchDirectory()
  postgres = await startEmbeddedPostgres({ dataDir, log: SILENT, settings: { fsync: 'off' } })
  await migrate({ url: postgres.url, log: SILENT })
  trouble = await openTroubledApi({ url: async () => postgres.url })
}, 60_000)
afterAll(async () => {
  await trouble.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Its supervisor starts it again at the same address. */
async function stopPostgres(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const [row] = await trouble.sql<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  )
  const pidFile = readFileSync(join(row?.directory ?? '', 'postmaster.pid'), 'utf8')
  process.kill(Number(pidFile.split('\n')[0]), signal)
}

describe('PostgreSQL that is restarted under load', { timeout: 60_000 }, () => {
  it.each([
    ['fast', 'SIGINT'],
    ['immediate', 'SIGQUIT'],
  ] as const)(
    'R-12: %s: 503 until it is back, and no order is lost or doubled',
    async (mode, signal) => {
      const { api } = trouble
      const back = new AbortController()
      let wasAway = false
      const shop = async (client: number) => {
        const taken: string[] = []
        for (let number = 0; !back.signal.aborted; number++) {
          const name = `${mode} ${client} ${number}`
          const answer = await insist(order(api, name))
          expect(answer.status).toBe(201)
          taken.push(name)
        }
        return taken
      }
      const shoppers = Array.from({ length: CLIENTS }, (_, client) => shop(client))
      await stopPostgres(signal)
      await expect
        .poll(
          async () => {
            const { status } = await trouble.ready()
            wasAway ||= status === 503
            return wasAway && status === 200
          },
          { interval: 5, timeout: 30_000 },
        )
        .toBe(true)
      expect((await api.anyone.get('/v1/health')).status).toBe(200)
      back.abort()
      const taken = (await Promise.all(shoppers)).flat()
      const kept = await trouble.sql<{ name: string }>(
        'select order_reference as name from sessions where starts_with(order_reference, $1)',
        mode,
      )
      expect(kept.map(({ name }) => name).toSorted()).toEqual(taken.toSorted())
    },
  )
})
