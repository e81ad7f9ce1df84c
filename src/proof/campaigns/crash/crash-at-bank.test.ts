import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import { startBadBankOfPix } from '../api-pix/start-bad-bank.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { createDice } from '../shared/dice.ts'
import { runBatch } from './run-batch.ts'
import { openCrashStage, type CrashStage } from './stage.ts'

const SEED = 5
/** Without these bad days, no call takes as long as a second. */
const SLOW = ['call: hanging', 'call: late']
const CALLS_MS = 4000

describe('the crash campaign at a bank of API Pix, in small', () => {
  let bank: RunningBank
  let stage: CrashStage
  beforeAll(async () => {
    bank = await startBadBankOfPix(
      SEED,
      badDaysNamed().filter((day) => !SLOW.includes(day)),
    )
    stage = await openCrashStage(createDice(SEED), { bank })
  }, 120_000)
  afterAll(() => stage.close())

  it('R-02: breaks no promise when processes are killed while codes are paid and webhooks arrive', async () => {
    const injected: string[] = []
    const violations = await runBatch(
      stage,
      [SEED],
      (_seed, own) => injected.push(...own),
      CALLS_MS,
    )
    expect(violations).toEqual([])
    expect(injected.filter((fault) => fault === 'kill -9 of a process').length).toBeGreaterThan(1)
    expect(bank.books().ledger.length).toBeGreaterThan(1)
    expect(bank.payers?.accepted()).toBeGreaterThan(1)
    expect(bank.left().unsent).toBe(0)
  })
})
