import { describe, expect, it } from 'vitest'
import { brokenPromises, goodput, loadOf, percentile, type Load } from './judge.ts'
import type { Kind } from './calls.ts'
import type { Outcome } from './offer.ts'

const loads = (served: Record<Kind, number>): Record<Kind, Load> => {
  const of = (number: number) => ({ asked: 100, served: number, refused: 100 - number, failed: 0 })
  return {
    pay: of(served.pay),
    show: of(served.show),
    create: of(served.create),
    read: of(served.read),
  }
}
const KEPT = loads({ pay: 60, show: 30, create: 10, read: 0 })

describe('R-29: an overloaded process', () => {
  it('keeps its promise when goodput stays and the important calls are served', () => {
    expect(brokenPromises(KEPT, 0.81)).toEqual([])
  })

  it.each([
    ['goodput falls', KEPT, 0.79, 'it did 79 % of what it does at its peak, not 80 %'],
    ['nothing is measured', KEPT, Number.NaN, 'it did NaN % of what it does at its peak, not 80 %'],
    [
      'reading is kept over creating',
      loads({ pay: 60, show: 30, create: 10, read: 20 }),
      1,
      'read was kept over create',
    ],
    [
      'nothing is refused',
      loads({ pay: 100, show: 100, create: 100, read: 100 }),
      1,
      'nothing was refused',
    ],
    [
      'a call is neither served nor refused',
      { ...KEPT, pay: { asked: 100, served: 60, refused: 39, failed: 1 } },
      1,
      '1 × pay: neither served nor refused with 503',
    ],
  ])('breaks it when %s', (_name, all, ratio, broken) => {
    expect(brokenPromises(all, ratio)).toEqual([broken])
  })

  it('is measured with calls weighted by their work', () => {
    const outcome = (kind: Kind, status: number | undefined): Outcome => ({
      kind,
      status,
      tookMs: 1,
    })
    const outcomes = [
      ...Array.from({ length: 50 }, () => outcome('pay', 200)),
      ...Array.from({ length: 200 }, () => outcome('read', 200)),
      ...Array.from({ length: 200 }, () => outcome('read', 503)),
      outcome('create', undefined),
    ]
    const alone = { pay: 100, show: 400, create: 400, read: 400 }
    expect(goodput({ outcomes, seconds: 1 }, alone)).toBe(1)
    expect(loadOf(outcomes, 'read')).toEqual({ asked: 400, served: 200, refused: 200, failed: 0 })
    expect(loadOf(outcomes, 'create').failed).toBe(1)
    expect(percentile([3, 1, 2], 0.99)).toBe(3)
  })
})
