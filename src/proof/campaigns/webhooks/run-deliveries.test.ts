import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDice } from '../shared/dice.ts'
import { runDeliveries } from './run-deliveries.ts'

describe('the webhook campaign, in small', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('loses nothing between receivers of every kind, of which one never works (R-22, R-23, R-25, R-26, S-82, S-83, S-85)', async () => {
    const result = await runDeliveries({
      url: database.url,
      dice: createDice(1),
      events: 60,
      receivers: 30,
      faulty: 0.8,
      workers: 2,
      onFed: () => undefined,
    })
    expect(result.faults).toEqual([])
    expect(result.events).toBe(60)
    expect(result.repeated).toBeGreaterThan(0)
    const { honest } = result.receiverCounts.outcomes
    expect(honest).toBeGreaterThanOrEqual(10)
    expect(Object.keys(result.receiverCounts.outcomes).length).toBeGreaterThan(8)
    expect(result.receiverCounts.refusedHandshakes).toBeGreaterThan(0)
  })
})
