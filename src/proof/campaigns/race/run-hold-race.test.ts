import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCrashStage, type CrashStage } from '../crash/stage.ts'
import { createDice } from '../shared/dice.ts'
import { isAnsweredWell, runHoldRaces, UNLIMITED } from './run-hold-race.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const AT_ONCE = 12

describe('captures, releases, refunds and the end of one hold, at two processes, with their last bytes at once', () => {
  let stage: CrashStage
  beforeAll(async () => {
    stage = await openCrashStage(createDice(1), { variables: UNLIMITED })
  }, 120_000)
  afterAll(() => stage.close())

  it('R-90: break no promise, and each is done or refused with its reason', async () => {
    const result = await runHoldRaces(stage, SEEDS, AT_ONCE)
    expect(result.violations).toEqual([])
    expect([result.answers, isAnsweredWell(result)]).toEqual([result.answers, true])
  })

  it('are reported when one was answered otherwise', () => {
    expect(isAnsweredWell({ answers: { 'capture 200': 1, 'void 409 already_paid': 11 } })).toBe(
      true,
    )
    expect(isAnsweredWell({ answers: { 'capture 500 internal_error': 1 } })).toBe(false)
    expect(isAnsweredWell({ answers: { 'void 409 x': 1 } })).toBe(false)
  })
})
