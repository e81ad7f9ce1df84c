import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adyenDaysNamed } from '../adyen/days.ts'
import { startBadAdyen } from '../adyen/start-adyen.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { createDice } from '../shared/dice.ts'
import { runBatch } from './run-batch.ts'
import { openCrashStage, type CrashStage } from './stage.ts'

/** Two kill a process while Adyen does what it is asked and answers with an error, one kills all of PostgreSQL. */
const SEEDS = [75, 15, 7]
/** Without these bad days, no call takes as long as a second. */
const SLOW = ['call: hanging', 'call: late']
const CALLS_MS = 4000

describe('the crash campaign with cards at Adyen, in small', () => {
  let bank: RunningBank
  let stage: CrashStage
  beforeAll(async () => {
    const [first = 0] = SEEDS
    bank = await startBadAdyen(
      first,
      adyenDaysNamed().filter((day) => !SLOW.includes(day)),
    )
    stage = await openCrashStage(createDice(first), { bank })
  }, 120_000)
  afterAll(() => stage.close())

  it('R-02: breaks no promise when processes are killed while cards are held, captured and refunded', async () => {
    const injected: string[] = []
    const met = new Set<string>()
    const violations = await runBatch(
      stage,
      SEEDS,
      (_seed, own, days) => {
        injected.push(...own)
        for (const day of days) met.add(day)
      },
      CALLS_MS,
    )
    expect(violations).toEqual([])
    expect(injected).toEqual([
      'kill -9 of a process',
      'kill -9 of a process',
      'kill -9 of PostgreSQL',
    ])
    expect(met.size).toBeGreaterThan(0)
    const captured = bank.books().ledger.filter(({ kind }) => kind === 'capture')
    expect(captured.length).toBeGreaterThan(1)
    expect(bank.left().unsent).toBe(0)
  })
})
