import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { playCardTesting } from './play.ts'
import { openCardTestingStage, type CardTestingStage } from './stage.ts'

const SLICE = { seed: 1, attempts: 400, flows: 50 }

describe('card testing, in small', () => {
  let database: TestDatabase
  let stage: CardTestingStage
  beforeAll(async () => {
    database = await createTestDatabase()
    stage = await openCardTestingStage(database.url)
  })
  afterAll(async () => {
    await stage.close()
    await database.drop()
  })

  it('S-67: a bot reaches the processor a few times, and no honest shopper is blocked', async () => {
    const { faults, fromOneAddress, ofOneSession, shoppers } = await playCardTesting(stage, SLICE)
    expect(faults).toEqual([])
    expect(fromOneAddress.reached).toBeGreaterThanOrEqual(10)
    expect(ofOneSession.reached).toBe(5)
    expect(shoppers.paid).toBe(SLICE.flows)
  })
})
