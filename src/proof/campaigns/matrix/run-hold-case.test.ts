import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { HOLD_CASES, HOLD_POINTS, nameOfHoldCase, runHoldCase } from './run-hold-case.ts'

/** Without a common factor with the number of cases of a point and an intent, nine or six. */
const STRIDE = 5

/** Every point of a capture and of a release, with the payers and merchants in turn. */
const SLICE = HOLD_POINTS.flatMap((point, turn) =>
  (['capture', 'void'] as const).flatMap((intent) => {
    const cases = HOLD_CASES.filter((given) => given.point === point && given.intent === intent)
    return cases.slice((turn * STRIDE) % cases.length).slice(0, 1)
  }),
)

describe('R-90: a process that crashes during a capture or release', { timeout: 240_000 }, () => {
  let database: TestDatabase
  let world: World
  beforeAll(async () => {
    database = await createTestDatabase()
    world = await openWorld(database.url)
  })
  afterAll(async () => {
    await world.close()
    await database.drop()
  })

  it('is tested in 75 cases', () => {
    expect(HOLD_CASES).toHaveLength(75)
    expect(new Set(HOLD_CASES.map(nameOfHoldCase)).size).toBe(75)
    expect(SLICE).toHaveLength(10)
  })

  it.each(HOLD_POINTS)('breaks no promise at $name: $what', async (point) => {
    for (const [place, given] of SLICE.entries()) {
      if (given.point !== point) continue
      const { reached, violations } = await runHoldCase(world, given, place)
      expect([nameOfHoldCase(given), violations]).toEqual([nameOfHoldCase(given), []])
      expect([nameOfHoldCase(given), reached]).toEqual([nameOfHoldCase(given), true])
    }
  })
})
