import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { runBatch } from './run-batch.ts'
import { openCrashStage, type CrashStage } from './stage.ts'

describe('the crash campaign, in small', () => {
  let stage: CrashStage
  beforeAll(async () => {
    stage = await openCrashStage(createDice(1))
  }, 120_000)
  afterAll(() => stage.close())

  it('R-02, R-21: breaks no promise when a process, a connection, a backend and all of PostgreSQL are killed, and a process is frozen', async () => {
    const faults: string[] = []
    const seeds = [3, 10, 21, 7, 17]
    const violations = await runBatch(stage, seeds, (_seed, own) => faults.push(...own))
    expect(violations).toEqual([])
    expect(faults).toEqual([
      'kill -9 of a process',
      'database line: cut after text',
      'kill -9 of a backend of PostgreSQL',
      'kill -9 of PostgreSQL',
      'kill -STOP of a process until its leases are over',
    ])
    const { exchanges, received } = stage.witnesses
    expect(exchanges.filter(({ status }) => status === 201).length).toBeGreaterThan(8)
    expect(received.length).toBeGreaterThan(8)
  })
})
