import { describe, expect, it } from 'vitest'
import { casesOf, isImpossible } from './cases.ts'
import type { Case } from './run-case.ts'
import { unreachedPoints, verdictOf, worse } from './verdict.ts'

const BROKEN = {
  invariant: 'I1',
  what: 'a session was charged more than once',
  rows: [{}],
} as const
const CP11 = casesOf('CP11')
const possible = first(CP11.filter((given) => !isImpossible(given)))
const impossible = first(CP11.filter((given) => isImpossible(given)))

function first(cases: readonly Case[]): Case {
  const [given] = cases
  if (given === undefined) throw new Error('there is no such case')
  return given
}

describe('R-51: the verdict about a case of the matrix', () => {
  it.each([
    ['held', possible, { reached: true }],
    ['missed', possible, { reached: false }],
    ['prevented', possible, { reached: false, unkindnesses: ['refused'] }],
    ['impossible', impossible, { reached: false, unkindnesses: ['refused'] }],
    ['held', impossible, { reached: true }],
    ['broken', possible, { reached: false, violations: [BROKEN], unkindnesses: ['refused'] }],
  ] as const)('is %s', (verdict, given, result) => {
    expect(verdictOf(given, { violations: [], unkindnesses: [], ...result })).toBe(verdict)
  })

  it('is the worst of several seeds, and a seed that reached the point counts', () => {
    expect(worse(undefined, 'prevented')).toBe('prevented')
    expect(worse('prevented', 'held')).toBe('held')
    expect(worse('held', 'prevented')).toBe('held')
    expect(worse('held', 'missed')).toBe('missed')
    expect(worse('broken', 'held')).toBe('broken')
  })

  it('names the points that no case and seed reached, unless they are impossible', () => {
    const cases = casesOf('approved, gives up')
    const reached = new Set(cases.filter(({ point }) => point.name !== 'CP12'))
    expect(unreachedPoints(cases, reached)).toEqual(['CP12'])
    expect(unreachedPoints(cases, new Set(cases))).toEqual([])
    expect(unreachedPoints([impossible], new Set())).toEqual([])
    expect(unreachedPoints([impossible, possible], new Set())).toEqual(['CP11'])
  })

  it('at Adyen is impossible where only a webhook tells the outcome', () => {
    const silent = first(casesOf('CP12, approved'))
    const asked = first(casesOf('CP12, wants 3-D Secure'))
    const result = { reached: false, violations: [], unkindnesses: [] }
    expect([verdictOf(silent, result, true), verdictOf(silent, result)]).toEqual([
      'impossible',
      'missed',
    ])
    expect(verdictOf(asked, result, true)).toBe('missed')
    expect(unreachedPoints([silent], new Set(), true)).toEqual([])
    expect(unreachedPoints([silent], new Set())).toEqual(['CP12'])
  })
})
