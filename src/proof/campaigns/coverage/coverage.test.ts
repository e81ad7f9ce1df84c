import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { administer } from '../../testing/test-server.ts'
import { runSchedule } from '../simulation/run-schedule.ts'
import { openWorld, type World } from '../simulation/world.ts'
import { coverageText, createCoverage } from './coverage.ts'
import { takeMoves, RECORD_MOVES } from './moves.ts'
import { WANTED_IN_SIMULATION } from './wanted.ts'

describe('R-44: the coverage of a campaign', () => {
  let database: TestDatabase
  let world: World
  beforeAll(async () => {
    database = await createTestDatabase()
    await administer(database.url, async (client) => {
      for (const text of RECORD_MOVES) await client.query(text)
    })
    world = await openWorld(database.url)
  })
  afterAll(async () => {
    await world.close()
    await database.drop()
  })

  it('is counted, and names what was never reached', async () => {
    const coverage = createCoverage(WANTED_IN_SIMULATION)
    const tries: number[] = []
    for (const seed of [1, 2, 3]) {
      const { sightings, violations } = await runSchedule(world, seed)
      expect(violations).toEqual([])
      coverage.add(sightings)
      tries.push(
        ...sightings
          .filter(({ subject }) => subject === 'try of a delivery')
          .map(({ times }) => times),
      )
    }
    coverage.add(await takeMoves((text) => world.observe(text, [])))
    const counts = coverage.counts()
    const delivered = Object.values(counts['try of a delivery'] ?? {})
    expect(delivered.reduce((total, times) => total + times, 0)).toBe(tries.length)
    expect(tries.length).toBeGreaterThan(0)
    const ended = Object.values(counts['move of a session'] ?? {})
    const { rows } = await world.observer.query<{ count: number }>(
      "select count(*)::int as count from sessions where status <> 'open'",
    )
    expect(ended.reduce((total, times) => total + times, 0)).toBe(rows[0]?.count)
    expect(coverage.never()).toContain('move of a session canceled → complete')
    expect(coverageText(coverage)).toContain('never reached: crash point CP12\n')
  })

  it('holds only what was wanted or seen', () => {
    const coverage = createCoverage({ 'crash point': ['CP1', 'CP2'] })
    coverage.add([{ subject: 'crash point', name: 'CP2', times: 2 }])
    coverage.add([{ subject: 'refusal', name: 'already_paid', times: 1 }])
    expect(coverage.counts()).toEqual({
      'crash point': { CP1: 0, CP2: 2 },
      refusal: { already_paid: 1 },
    })
    expect(coverage.never()).toEqual(['crash point CP1'])
  })
})
