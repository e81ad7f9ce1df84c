import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdyen } from '../adyen/start-adyen.ts'
import { openCrashStage, type CrashStage } from '../crash/stage.ts'
import { createDice } from '../shared/dice.ts'
import { UNLIMITED } from './run-hold-race.ts'
import { isFair, runRace } from './run-race.ts'

const SESSIONS = 10
const AT_ONCE = 50
const SESSIONS_AT_ADYEN = 5

describe('fifty payments of one session, at two processes, with their last bytes at once', () => {
  let stage: CrashStage
  beforeAll(async () => {
    stage = await openCrashStage(createDice(1))
  }, 120_000)
  afterAll(() => stage.close())

  it('R-05: are one charge, and every other response says so', async () => {
    for (let number = 0; number < SESSIONS; number++) {
      const result = await runRace(stage, `race-${number}`, AT_ONCE)
      expect(result).toMatchObject({ charges: 1 })
      expect([result, isFair(result)]).toEqual([result, true])
      const answered = Object.values(result.answers).reduce((total, times) => total + times, 0)
      expect(answered).toBe(AT_ONCE)
    }
  })

  it('are reported when they are more than one charge', () => {
    const sessionId = 'cs_1'
    expect(isFair({ sessionId, answers: { 200: 50 }, charges: 2 })).toBe(false)
    expect(isFair({ sessionId, answers: { 200: 49, '503 x': 1 }, charges: 1 })).toBe(false)
    expect(isFair({ sessionId, answers: { '409 already_paid': 50 }, charges: 1 })).toBe(false)
  })
})

describe('fifty payments of one session by card at Adyen, at two processes', () => {
  let stage: CrashStage
  beforeAll(async () => {
    const bank = await startAdyen(1, '')
    stage = await openCrashStage(createDice(1), { bank, variables: UNLIMITED })
  }, 120_000)
  afterAll(() => stage.close())

  it('R-05: are one hold and one capture, and every other response says so', async () => {
    for (let number = 0; number < SESSIONS_AT_ADYEN; number++) {
      const result = await runRace(stage, `race-${number}`, AT_ONCE)
      expect([result, isFair(result)]).toEqual([result, true])
      const answered = Object.values(result.answers).reduce((total, times) => total + times, 0)
      expect(answered).toBe(AT_ONCE)
    }
    const { ledger = [] } = stage.bank?.books() ?? {}
    expect(ledger.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array.from({ length: SESSIONS_AT_ADYEN }, () => 'authorization'),
      ...Array.from({ length: SESSIONS_AT_ADYEN }, () => 'capture'),
    ])
  })
})
