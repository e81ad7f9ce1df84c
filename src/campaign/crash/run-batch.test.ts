import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDice } from '../dice.ts'
import { runBatch } from './run-batch.ts'
import { openCrashStage, type CrashStage } from './stage.ts'

describe('the crash campaign, in small', { timeout: 180_000 }, () => {
  let stage: CrashStage
  beforeAll(async () => {
    stage = await openCrashStage(createDice(1))
  }, 120_000)
  afterAll(() => stage.close())

  it('breaks no promise when a process, a backend and a line are killed', async () => {
    const faults: string[] = []
    // A process, a line that is cut after COMMIT, a backend of PostgreSQL.
    const violations = await runBatch(stage, [1, 8, 13], (_seed, fault) => faults.push(fault))
    expect(violations).toEqual([])
    expect(faults).toEqual([
      'kill -9 of a process',
      'database line: cut after text',
      'kill -9 of a backend of PostgreSQL',
    ])
    const { exchanges, received } = stage.witnesses
    expect(exchanges.filter(({ status }) => status === 201).length).toBeGreaterThan(8)
    expect(received.length).toBeGreaterThan(8)
  })
})
