import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ClockSetting,
  freeze,
  isRealTime,
  moveOn,
  REAL_TIME,
  timeOf,
} from './merchant-clock.ts'

const YEAR_MS = 366 * 86_400_000
const NOON_MS = Date.parse('2026-11-20T12:00:00.000Z')

type Step = { pass: number } | { advance: number } | 'freeze'

const steps = fc.array(
  fc.oneof(
    fc.record({ pass: fc.nat(YEAR_MS) }),
    fc.record({ advance: fc.nat(YEAR_MS) }),
    fc.constant('freeze' as const),
  ),
)

/** The test clock after some steps, and the real time then. */
function walk(taken: readonly Step[], visit?: (setting: ClockSetting, wallNow: Date) => void) {
  let setting = REAL_TIME
  let wallNow = new Date(NOON_MS)
  for (const step of taken) {
    if (step === 'freeze') setting = freeze(setting, wallNow)
    else if ('pass' in step) wallNow = new Date(wallNow.getTime() + step.pass)
    else {
      const to = new Date(timeOf(setting, wallNow).getTime() + step.advance)
      setting = moveOn(setting, to, wallNow)
    }
    visit?.(setting, wallNow)
  }
  return { setting, wallNow, time: timeOf(setting, wallNow) }
}

describe("a merchant's clock", () => {
  it('shows real time until it is moved', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (wallNow) => {
        expect(timeOf(REAL_TIME, wallNow)).toEqual(wallNow)
      }),
    )
    expect(isRealTime(REAL_TIME)).toBe(true)
  })

  it('never goes back, for any sequence of steps', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let last = NOON_MS
        walk(taken, (setting, wallNow) => {
          const time = timeOf(setting, wallNow).getTime()
          expect(time).toBeGreaterThanOrEqual(last)
          last = time
        })
      }),
    )
  })

  it('is advanced by exactly what was asked, and runs on only when it ran before', () => {
    fc.assert(
      fc.property(steps, fc.nat(YEAR_MS), fc.nat(YEAR_MS), (taken, advance, pass) => {
        const { setting, wallNow, time } = walk(taken)
        const to = new Date(time.getTime() + advance)
        const moved = moveOn(setting, to, wallNow)
        expect(timeOf(moved, wallNow)).toEqual(to)
        const later = new Date(wallNow.getTime() + pass)
        const passed = setting.frozenAt === null ? pass : 0
        expect(timeOf(moved, later).getTime()).toBe(to.getTime() + passed)
      }),
    )
  })

  it('reaches the same time in one step or in many', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(YEAR_MS)), (taken, parts) => {
        const { setting, wallNow, time } = walk(taken)
        let reached = setting
        let toMs = time.getTime()
        for (const part of parts) reached = moveOn(reached, new Date((toMs += part)), wallNow)
        expect(timeOf(reached, wallNow)).toEqual(
          timeOf(moveOn(setting, new Date(toMs), wallNow), wallNow),
        )
      }),
    )
  })

  it('stands still at the time at which it was frozen', () => {
    fc.assert(
      fc.property(steps, fc.nat(YEAR_MS), (taken, pass) => {
        const { setting, wallNow, time } = walk(taken)
        const frozen = freeze(setting, wallNow)
        expect(timeOf(frozen, new Date(wallNow.getTime() + pass))).toEqual(time)
        expect(freeze(frozen, new Date(wallNow.getTime() + pass))).toEqual(frozen)
      }),
    )
  })
})
