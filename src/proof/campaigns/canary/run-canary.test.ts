import { beforeAll, describe, expect, it } from 'vitest'
import { isClean, reportText, type CanaryReport } from './report.ts'
import { runCanary } from './run-canary.ts'
import { SINKS } from './sinks.ts'

describe('the canary campaign, in small', () => {
  let report: CanaryReport
  beforeAll(async () => {
    report = await runCanary({ seed: 1, cards: 6, whole: false }, () => undefined)
  }, 180_000)

  it('S-09 S-55 S-63 S-65 S-115 S-160 R-107: finds no secret where it does not belong', () => {
    expect(report.leaks).toEqual([])
    expect(report.secrets).toBeGreaterThanOrEqual(40)
    expect(report.encodings).toBeGreaterThanOrEqual(12)
    // The search works: it found secrets where they belong.
    expect(Object.keys(report.allowed).length).toBeGreaterThan(10)
  })

  it('I9: has searched every sink that it has, and reports the planted leaks in each', () => {
    expect(report.unsearched).toEqual([])
    expect(Object.keys(report.sinks).length).toBeGreaterThanOrEqual(14)
    expect(report.planted).toMatchObject({ sinks: SINKS, missed: [] })
    expect(isClean(report)).toBe(true)
  })
})

describe('the report of the canary campaign', () => {
  it('names a leak by its place', () => {
    const report: CanaryReport = {
      seed: 7,
      seconds: 1,
      secrets: 60,
      encodings: 20,
      sinks: { log: { documents: 1, bytes: 1_500_000 } },
      allowed: { 'it was made there': 3 },
      leaks: [
        {
          sink: 'log',
          document: 'serve 1',
          secret: 'key of norte',
          kind: 'api key',
          encoding: 'base64',
          packed: '',
          offset: 90,
          row: 2,
        },
      ],
      unsearched: ['backup'],
      planted: { planted: 2, sinks: ['log'], missed: ['backup: hex'] },
    }
    expect(isClean(report)).toBe(false)
    const text = reportText(report)
    expect(text).toContain('key of norte in log, serve 1: base64, row 2, byte 90')
    expect(text).toContain('3 × it was made there')
    expect(text).toContain('missed: backup: hex')
    expect(text).toContain('not searched: backup')
  })
})
