import { describe, expect, it } from 'vitest'
import type { CallCosts } from '../stage/meter.ts'
import { compare, type Pair } from './comparison.ts'
import { reportComparisons } from './report.ts'

const COSTS: CallCosts = {
  nodeMicroseconds: 100,
  postgresMicroseconds: 200,
  statements: 8,
  commits: 4,
  walBytes: 2000,
}
/** From round to round the machine differs, but not within a pair. */
const MACHINE = [1, 2, 1.5, 0.7, 1, 3, 1, 1.2, 0.9]

/** Nine pairs in which the machine slows both alike, and ours differs by these changes of the round. */
function pairs(change: (round: number) => Partial<CallCosts>): Pair[] {
  return MACHINE.map((slow, round) => {
    const theirs = { ...COSTS, nodeMicroseconds: COSTS.nodeMicroseconds * slow }
    return { theirs, ours: { ...theirs, ...change(round) } }
  })
}

function timesNode(factors: readonly number[]): Pair[] {
  return pairs((round) => ({
    nodeMicroseconds:
      COSTS.nodeMicroseconds * (MACHINE[round] ?? 1) * (factors[round % factors.length] ?? 1),
  }))
}

describe('two trees compared', () => {
  it.each([
    ['same', 'the same', [1], true],
    ['same', '3 % more', [1.03], true],
    ['same', 'around the same, with much noise', [0.6, 1, 1.7], true],
    ['more', '4 % more in every round', [1.04], false],
    ['more', 'more in all rounds but one', [0.9, 1.2, 1.2, 1.3, 1.2, 1.1, 1.2, 1.4, 1.2], false],
    [
      'unclear',
      'more in seven of nine rounds',
      [0.9, 0.8, 1.2, 1.3, 1.2, 1.1, 1.2, 1.4, 1.2],
      true,
    ],
    ['less', '4 % less in every round', [0.96], true],
    [
      'unclear',
      'less in seven of nine rounds',
      [1.1, 1.2, 0.8, 0.7, 0.8, 0.9, 0.8, 0.6, 0.8],
      true,
    ],
  ])('%s: processor time that is %s', (verdict, _what, factors, isNotWorse) => {
    const compared = compare('a case', timesNode(factors))
    expect(compared.times.nodeMicroseconds).toMatchObject({ verdict })
    expect(compared.times.postgresMicroseconds).toMatchObject({ verdict: 'same' })
    expect(compared).toMatchObject({ rounds: 9, isNotWorse })
  })

  it('the ratio is of pairs, with its spread', () => {
    const { times } = compare('a case', timesNode([0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6]))
    const { ratio, interval, quartiles } = times.nodeMicroseconds ?? {}
    expect(ratio?.median).toBeCloseTo(1.2)
    expect(interval?.min).toBeCloseTo(0.9)
    expect(interval?.max).toBeCloseTo(1.5)
    expect(quartiles?.min).toBeCloseTo(1)
    expect(quartiles?.max).toBeCloseTo(1.4)
  })

  it.each([
    ['the same', () => ({}), true],
    ['a statement less', () => ({ statements: 7 }), false],
    ['a commit more', () => ({ commits: 5 }), false],
    ['2 % more of WAL', () => ({ walBytes: 2040 }), false],
    ['1 % more of WAL', () => ({ walBytes: 2020 }), true],
    ['batches of other sizes', (round: number) => ({ statements: 7 + round / 4 }), true],
  ])('counts: %s', (_what, change, isNotWorse) => {
    expect(compare('a case', pairs(change)).isNotWorse).toBe(isNotWorse)
  })

  it('a time that a round could not measure is no ratio', () => {
    const compared = compare(
      'a case',
      pairs((round) => (round === 3 ? { postgresMicroseconds: undefined } : {})),
    )
    expect(compared.times.postgresMicroseconds).toBeUndefined()
    expect(reportComparisons([compared])).toMatch(/PostgreSQL, µs +too little to be measured/)
  })

  it('the report says which of the three holds', () => {
    const report = reportComparisons([
      compare(
        'equal',
        pairs(() => ({})),
      ),
      compare('slower', timesNode([1.2])),
      compare('noisy', timesNode([0.7, 1.1, 1.5])),
      compare(
        'other statements',
        pairs(() => ({ statements: 9, walBytes: 2500 })),
      ),
    ])
    expect(report).toMatch(/equal, in 9 pairs[^]*within 0\.97 to 1\.03[^]*\nnot worse\n\nslower/)
    expect(report).toMatch(/slower[^]*MORE[^]*\nworse: more processor time of Node, µs\n/)
    expect(report).toMatch(/noisy[^]*nothing can be said[^]*\nnot worse\n/)
    expect(report).toMatch(/DIFFERENT[^]*\nto be explained: statements, bytes of WAL\n$/)
  })
})
