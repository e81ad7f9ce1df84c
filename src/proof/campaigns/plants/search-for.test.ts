import { afterAll, describe, expect, it } from 'vitest'
import { INVARIANTS, type InvariantName } from '../../oracle/violation.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { administer } from '../../testing/test-server.ts'
import { SOUND, type Plant } from '../simulation/plant.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { PLANTS } from './plants.ts'
import { searchFor } from './search-for.ts'

/** Plants that a few schedules find; `npm run prove -- oracle` runs all. */
const QUICK = [
  'a live payment is not looked up, and no index forbids a second',
  'another amount is charged',
  'refunds are not counted',
  'a repeated delivery has a new body',
  'a repeated request is executed again',
]
const EVERY = Object.keys(INVARIANTS) as InvariantName[]
const FOCUSED = PLANTS.flatMap((plant) =>
  plant.focus === undefined ? [] : [{ name: plant.name, plant }],
)

describe('R-43, R-51: a planted fault', () => {
  const databases: TestDatabase[] = []
  afterAll(async () => {
    for (const database of databases) await database.drop()
  })

  const worlds = {
    async open(sql: readonly string[] = []) {
      const database = await createTestDatabase()
      databases.push(database)
      await administer(database.url, async (client) => {
        for (const statement of sql) await client.query(statement)
      })
      return openWorld(database.url)
    },
    drop: (world: { close(): Promise<void> }) => world.close(),
  }
  const search = (plant: Plant | undefined, schedules: number) => {
    if (plant === undefined) throw new Error('no such plant')
    return searchFor(worlds, plant, { seed: 1, schedules })
  }

  it.each(QUICK)('is detected: %s', async (name) => {
    const found = await search(
      PLANTS.find((plant) => plant.name === name),
      60,
    )
    expect(found?.invariants).toBeDefined()
  })

  /** One world for all sound schedules, each with its own seed: a world takes each seed once. */
  let soundWorld: Promise<World> | undefined
  let soundSeed = 1000
  afterAll(async () => {
    await (await soundWorld)?.close()
  })
  const runSound = async (given: Partial<Plant>) => {
    const shared = await (soundWorld ??= worlds.open())
    soundSeed += 1
    return searchFor(
      { open: async () => shared, drop: async () => undefined },
      { ...SOUND, breaks: EVERY, ...given },
      { seed: soundSeed, schedules: 1 },
    )
  }

  it.each(FOCUSED)(
    'is detected by schedules that begin at its place, without false positives: $name',
    async ({ plant }) => {
      expect(await search(plant, 10)).toBeDefined()
      const { focus, unkindnesses, badDays, adyenDays } = plant
      expect(
        await runSound({
          ...(focus && { focus }),
          ...(unkindnesses && { unkindnesses }),
          ...(badDays && { badDays }),
          ...(adyenDays && { adyenDays }),
        }),
      ).toBeUndefined()
    },
  )

  it('is not reported without a plant', async () => {
    expect(await search({ ...SOUND, breaks: EVERY }, 5)).toBeUndefined()
  })
})
