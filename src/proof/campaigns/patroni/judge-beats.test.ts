import { describe, expect, it } from 'vitest'
import { historyOf, longestGapMs, secondPrimaries } from './judge-beats.ts'
import type { Beat } from './pulse.ts'

let next = 0
const beat = (
  machine: string,
  timeline: number,
  sentMs: number,
  answeredMs = sentMs + 5,
): Beat => ({
  id: ++next,
  machine,
  timeline,
  sentMs,
  answeredMs,
})

describe('the commits of three machines', () => {
  it('have a longest gap, which may be at either end', () => {
    expect(longestGapMs([100, 300, 150], 50, 310)).toBe(150)
    expect(longestGapMs([100, 150], 50, 400)).toBe(250)
    expect(longestGapMs([20, 390], 50, 400)).toBe(340)
    expect(longestGapMs([], 50, 400)).toBe(350)
  })

  it('are in order after a fail-over', () => {
    const beats = [
      beat('db1', 1, 0),
      beat('db1', 1, 100),
      beat('db2', 2, 9000),
      beat('db2', 2, 9100),
    ]
    expect(secondPrimaries(beats)).toEqual([])
    expect(historyOf(beats)).toEqual(['db1@1', 'db2@2'])
  })

  it('may be answered late, where they were sent before the fail-over', () => {
    const frozen = beat('db1', 1, 100, 30_000)
    expect(secondPrimaries([frozen, beat('db2', 2, 9000)])).toEqual([])
  })

  it('show a machine that goes on after another has taken over', () => {
    const late = beat('db1', 1, 9100)
    const beats = [beat('db1', 1, 0), beat('db2', 2, 9000), late]
    expect(secondPrimaries(beats)).toEqual([late])
    expect(historyOf(beats)).toEqual(['db1@1', 'db2@2', 'db1@1'])
  })

  it('show two machines on one timeline', () => {
    const second = beat('db2', 1, 50)
    expect(secondPrimaries([beat('db1', 1, 0), second])).toEqual([second])
  })
})
