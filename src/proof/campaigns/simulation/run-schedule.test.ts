import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { runSchedule } from './run-schedule.ts'
import { openWorld, type World } from './world.ts'

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1)

describe('the simulation campaign, in small', { timeout: 300_000 }, () => {
  const databases: TestDatabase[] = []
  const worlds: World[] = []
  beforeAll(async () => {
    for (let count = 0; count < 2; count++) {
      const database = await createTestDatabase()
      databases.push(database)
      worlds.push(await openWorld(database.url))
    }
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
    for (const database of databases) await database.drop()
  })

  const runAll = async (world: World | undefined, seeds: number[]) => {
    if (world === undefined) throw new Error('there is no world')
    const hashes = new Map<number, string>()
    for (const seed of seeds) {
      const { hash, violations } = await runSchedule(world, seed)
      expect(violations).toEqual([])
      hashes.set(seed, hash)
    }
    return hashes
  }

  it('R-03, R-04: breaks no promise, and is deterministic step by step, whatever ran before', async () => {
    const [forwards, backwards] = await Promise.all([
      runAll(worlds[0], SEEDS),
      runAll(worlds[1], SEEDS.toReversed()),
    ])
    for (const seed of SEEDS)
      expect([seed, forwards.get(seed)]).toEqual([seed, backwards.get(seed)])
    expect(new Set(forwards.values()).size).toBe(SEEDS.length)
  })
})
