import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import { adyenDaysNamed } from '../adyen/days.ts'
import { unkindnessesOf } from '../scripted/unkindness.ts'
import type { Given } from './open-stage.ts'
import { runSchedule } from './run-schedule.ts'
import { openWorld, type World } from './world.ts'

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1)
/** Seeds that are not in `SEEDS`, since a world holds the rows of its earlier schedules. */
const KIND_SEEDS = [101, 102]
const SCRIPTED_SEEDS = [104, 108, 112, 116, 120, 124]
const BANK_SEEDS = [301, 302, 303, 304]
const BANK_GOOD_SEED = 305
const ADYEN_SEEDS = [401, 402, 403, 404]
const ADYEN_GOOD_SEED = 405
const ALONE = unkindnessesOf('').map((name, index) => ({ name, seed: 201 + index }))

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

  const runAll = async (
    world: World | undefined,
    seeds: readonly number[],
    given: Pick<Given, 'unkindnesses' | 'badDays' | 'adyenDays'> = {},
  ) => {
    if (world === undefined) throw new Error('there is no world')
    const hashes = new Map<number, string>()
    for (const seed of seeds) {
      const { hash, violations } = await runSchedule(world, seed, given)
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

  it('R-51: is as deterministic with the scripted processor, kind or unkind in any way, and breaks no promise', async () => {
    const [forwards, backwards] = await Promise.all([
      runAll(worlds[0], SCRIPTED_SEEDS, { unkindnesses: unkindnessesOf('') }),
      runAll(worlds[1], SCRIPTED_SEEDS.toReversed(), { unkindnesses: unkindnessesOf('') }),
    ])
    for (const seed of SCRIPTED_SEEDS)
      expect([seed, forwards.get(seed)]).toEqual([seed, backwards.get(seed)])
    await runAll(worlds[0], KIND_SEEDS, { unkindnesses: [] })
  })

  it('is as deterministic with a bank of API Pix on its bad days, and breaks no promise', async () => {
    const badDays = badDaysNamed()
    const [forwards, backwards] = await Promise.all([
      runAll(worlds[0], BANK_SEEDS, { badDays }),
      runAll(worlds[1], BANK_SEEDS.toReversed(), { badDays }),
    ])
    for (const seed of BANK_SEEDS)
      expect([seed, forwards.get(seed)]).toEqual([seed, backwards.get(seed)])
    await runAll(worlds[0], [BANK_GOOD_SEED], { badDays: [] })
  })

  it('is as deterministic with cards at Adyen on its bad days, and breaks no promise', async () => {
    const adyenDays = adyenDaysNamed()
    const [forwards, backwards] = await Promise.all([
      runAll(worlds[0], ADYEN_SEEDS, { adyenDays }),
      runAll(worlds[1], ADYEN_SEEDS.toReversed(), { adyenDays }),
    ])
    for (const seed of ADYEN_SEEDS)
      expect([seed, forwards.get(seed)]).toEqual([seed, backwards.get(seed)])
    await runAll(worlds[0], [ADYEN_GOOD_SEED], { adyenDays: [] })
  })

  it.each(ALONE)(
    `R-51: breaks no promise with a processor that is unkind in one way: $name`,
    async ({ name, seed }) => {
      expect((await runAll(worlds[0], [seed], { unkindnesses: [name] })).size).toBe(1)
    },
  )
})
