import { describe, expect, it } from 'vitest'
import { brokenPromises, coreShare } from './judge.ts'
import { runPages } from './run-pages.ts'

const SPENT = { seconds: 60, serverSeconds: 0.6, postgresSeconds: null }

describe('R-41: many open pages', () => {
  it('have a stream each, and all see the payment', { timeout: 300_000 }, async () => {
    const report = await runPages({ pages: 40, seconds: 1, payments: 8 })
    expect(report).toMatchObject({ pages: 40, streaming: 40, asked: 0, views: 16, unseen: 0 })
  })

  it('may use 10 % of a core per ten thousand, beyond the use without them', () => {
    const judged = {
      pages: 1000,
      streaming: 1000,
      alone: SPENT,
      opening: { ...SPENT, serverSeconds: 2.4 },
      holding: { ...SPENT, serverSeconds: 0.9 },
      views: 4,
      unseen: 0,
    }
    const { holding, reopening } = coreShare(judged)
    expect(holding).toBeCloseTo(0.05)
    expect(reopening).toBeCloseTo(0.01)
    expect(brokenPromises(judged)).toEqual([])
    const dear = { ...judged, holding: { ...SPENT, serverSeconds: 1.2 }, streaming: 999, unseen: 1 }
    expect(brokenPromises(dear)).toEqual([
      'ten thousand pages take 11.0 % of a core, above 10 %',
      '1 of 1000 pages have no stream',
      '1 of 4 views did not see the payment',
    ])
  })
})
