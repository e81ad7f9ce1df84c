import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { casesOf, isImpossible, nameOf, seedOf } from './cases.ts'
import { SHOPPERS } from './clients.ts'
import { OUTCOMES } from './outcomes.ts'
import { POINTS } from './points.ts'
import { runCase } from './run-case.ts'

const CASES = casesOf()
/** Every point with every outcome, and the shoppers in turn; `npm run prove -- matrix` runs all combinations. */
const SLICE = CASES.filter(({ point, outcome, shopper }) => {
  const place = POINTS.indexOf(point) + OUTCOMES.indexOf(outcome)
  return SHOPPERS[place % SHOPPERS.length] === shopper
})

describe('R-01: a process that crashes during a payment', { timeout: 240_000 }, () => {
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

  it('is tested in 420 cases', () => {
    expect(CASES).toHaveLength(420)
    expect(new Set(CASES.map(nameOf)).size).toBe(420)
    expect(SLICE).toHaveLength(140)
  })

  it.each(POINTS)('breaks no promise at $name: $what', async (point) => {
    for (const given of SLICE.filter((one) => one.point === point)) {
      const { reached, violations } = await runCase(world, given, seedOf(given, 1))
      expect([nameOf(given), violations]).toEqual([nameOf(given), []])
      expect([nameOf(given), reached]).toEqual([nameOf(given), !isImpossible(given)])
    }
  })
})
