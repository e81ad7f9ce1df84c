import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/database/embedded/start-embedded-postgres.ts'
import { runningPostmaster } from '#server/database/embedded/postmaster.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { makeScratchDirectory } from '../testing/scratch-directory.ts'
import { mountSmallDisk, type SmallDisk } from '../testing/server/small-disk.fixture.ts'
import {
  expectShed,
  insist,
  inTime,
  openTroubledApi,
  order,
  type TroubledApi,
} from '../testing/server/trouble.fixture.ts'

const CLIENTS = 4
const DISK_SIZE = '120m'
/** More than the WAL files that PostgreSQL keeps. */
const WAL_MEGABYTES_MAX = 200

let dataDir: string
/** Undefined if this process may not mount a file system. */
let disk: SmallDisk | undefined
let postgres: EmbeddedPostgres | undefined
let trouble: TroubledApi
const warnings: string[] = []
beforeAll(async () => {
  dataDir = await makeScratchDirectory()
  disk = await mountSmallDisk(DISK_SIZE)
  const log = { info: () => undefined, warn: (message: string) => warnings.push(message) }
  const server = await startEmbeddedPostgres({
    dataDir: disk?.directory ?? dataDir,
    log,
    settings: { fsync: 'off', min_wal_size: '32MB', max_wal_size: '32MB' },
  })
  postgres = server
  await migrate({ url: server.url, log })
  trouble = await openTroubledApi({ url: async () => server.url })
}, 60_000)
afterAll(async () => {
  disk?.free()
  await trouble?.close()
  await postgres?.stop()
  await disk?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

/** Stops PostgreSQL; its supervisor restarts it at the same address. */
function stopPostgres(signal: 'SIGINT' | 'SIGQUIT'): void {
  const cluster = join(disk?.directory ?? dataDir, 'postgres', 'cluster')
  const postmaster = runningPostmaster(cluster)
  if (postmaster !== undefined) process.kill(postmaster.pid, signal)
}

/** Merchants that create orders continuously, and retry. */
function startShopping(name: string) {
  const over = new AbortController()
  let refusals = 0
  const placeOrders = async (client: number) => {
    const taken: string[] = []
    for (let number = 0; !over.signal.aborted; number++) {
      const reference = `${name} ${client} ${number}`
      const call = order(trouble.api, reference)
      const answer = await insist(call, { tries: Infinity, onRefusal: () => (refusals += 1) })
      expect(answer.status).toBe(201)
      taken.push(reference)
    }
    return taken
  }
  const shoppers = Array.from({ length: CLIENTS }, (_, client) => placeOrders(client))
  return {
    refusals: () => refusals,
    /** Expects each acknowledged order once, and no other. */
    async expectEachOnce() {
      over.abort()
      const taken = (await Promise.all(shoppers)).flat()
      const kept = await trouble.sql<{ name: string }>(
        'select order_reference as name from sessions where starts_with(order_reference, $1)',
        name,
      )
      expect(kept.map((row) => row.name).toSorted()).toEqual(taken.toSorted())
    },
  }
}

describe('PostgreSQL that is restarted under load', () => {
  it.each([
    ['fast', 'SIGINT'],
    ['immediate', 'SIGQUIT'],
  ] as const)(
    'R-12: %s: 503 until it is back, and no order is lost or duplicated',
    async (mode, signal) => {
      const { api } = trouble
      let wasAway = false
      const shopping = startShopping(mode)
      stopPostgres(signal)
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
      await shopping.expectEachOnce()
    },
  )
})

describe('a full disk', () => {
  const starts = () => warnings.filter((text) => text.includes('starting it again')).length

  const writesWal = () =>
    trouble.sql(`select pg_logical_emit_message(true, 'filler', $1)`, 'x'.repeat(1e6)).then(
      () => true,
      () => false,
    )

  it('R-15: 503 while neither tables nor WAL can grow; nothing is lost, and it recovers once there is space', async (context) => {
    if (disk === undefined) return context.skip('only root can mount a small disk')
    const { api } = trouble
    const startsBefore = starts()
    const shopping = startShopping('full')

    // First fills the disk so that the tables cannot grow any more.
    disk.fill()
    await expect.poll(shopping.refusals, { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await api.anyone.get('/v1/health')).status).toBe(200)
    // Then fills it so that the WAL cannot grow: PostgreSQL then ends every session, and possibly itself.
    for (let megabytes = 0; megabytes < WAL_MEGABYTES_MAX && (await writesWal()); megabytes++)
      disk.fill()
    expect((await trouble.ready()).status).toBe(503)
    // It cannot even restart.
    stopPostgres('SIGQUIT')
    await expect.poll(starts, { timeout: 30_000 }).toBeGreaterThan(startsBefore)
    expectShed(await inTime(order(api, 'refused')()))

    disk.free()
    await trouble.untilReady()
    await shopping.expectEachOnce()
    expect(api.logged.join('')).not.toContain('"level":50')
  })
})
