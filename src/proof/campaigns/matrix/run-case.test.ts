import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import { adyenDaysNamed } from '../adyen/days.ts'
import { unkindnessesOf } from '../scripted/unkindness.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { casesOf, isImpossible, nameOf, seedOf } from './cases.ts'
import { SHOPPERS } from './clients.ts'
import { OUTCOMES } from './outcomes.ts'
import { POINTS } from './points.ts'
import { runCase, type Case } from './run-case.ts'
import { unreachedPoints, verdictOf } from './verdict.ts'

const CASES = casesOf()
const UNKIND = unkindnessesOf('')
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

  it('reaches a notification about the payment of a second tab', async () => {
    const [given] = casesOf('CP11, 503, not charged, tries in a second tab')
    if (given === undefined) throw new Error('there is no such case')
    const { reached, violations } = await runCase(world, given, seedOf(given, 50))
    expect({ reached, violations }).toEqual({ reached: true, violations: [] })
  })

  it('R-51: breaks no promise with a processor that is unkind, and still reaches each point', async () => {
    const cases = SLICE.filter(({ outcome }) => outcome.name === 'reset, charged')
    const reached = new Set<Case>()
    const met = new Set<string>()
    for (const given of cases) {
      const result = await runCase(world, given, seedOf(given, 2), { unkindnesses: UNKIND })
      expect([nameOf(given), result.violations]).toEqual([nameOf(given), []])
      expect(['held', 'prevented']).toContain(verdictOf(given, result))
      if (result.reached) reached.add(given)
      for (const unkindness of result.unkindnesses) met.add(unkindness)
    }
    expect(cases).toHaveLength(POINTS.length)
    expect(unreachedPoints(cases, reached)).toEqual([])
    expect(met.size).toBeGreaterThan(3)
  })

  it('breaks no promise with Pix at a bank of API Pix on its bad days, and still reaches each point', async () => {
    const cases = SLICE.filter(({ outcome }) => outcome.name === 'approved')
    const reached = new Set<Case>()
    // A bad day may prevent a point in one run.
    for (const run of [3, 4, 5])
      for (const given of cases) {
        const result = await runCase(world, given, seedOf(given, run), { badDays: badDaysNamed() })
        expect([nameOf(given), result.violations]).toEqual([nameOf(given), []])
        expect(['held', 'prevented']).toContain(verdictOf(given, result))
        if (result.reached) reached.add(given)
      }
    expect(cases).toHaveLength(POINTS.length)
    expect(unreachedPoints(cases, reached)).toEqual([])
  })

  it('breaks no promise with cards at Adyen, and still reaches each point', async () => {
    const reached = new Set<Case>()
    for (const outcome of ['503, not charged', 'times out, approves']) {
      for (const given of SLICE.filter((one) => one.outcome.name === outcome)) {
        const result = await runCase(world, given, seedOf(given, 6), { adyenDays: [] })
        expect([nameOf(given), result.violations]).toEqual([nameOf(given), []])
        expect(['held', 'impossible']).toContain(verdictOf(given, result, true))
        if (result.reached) reached.add(given)
      }
    }
    expect(unreachedPoints(SLICE, reached, true)).toEqual([])
  })

  it('hears of a late request at Adyen before its answer', async () => {
    const cases = SLICE.filter(({ outcome }) => outcome.name === 'times out, approves')
    const told: string[] = []
    for (const given of cases) {
      const result = await runCase(world, given, seedOf(given, 8), {
        adyenDays: ['authorisation: webhook first'],
      })
      expect([nameOf(given), result.violations]).toEqual([nameOf(given), []])
      told.push(...result.unkindnesses)
    }
    expect(told.length).toBeGreaterThan(2)
  })

  it('breaks no promise with cards at Adyen on its bad days', async () => {
    const cases = SLICE.filter(({ outcome }) => outcome.name === 'wants 3-D Secure')
    const met = new Set<string>()
    for (const given of cases) {
      const result = await runCase(world, given, seedOf(given, 7), { adyenDays: adyenDaysNamed() })
      expect([nameOf(given), result.violations]).toEqual([nameOf(given), []])
      for (const day of result.unkindnesses) met.add(day)
    }
    expect(cases).toHaveLength(POINTS.length)
    expect(met.size).toBeGreaterThan(3)
  })
})
