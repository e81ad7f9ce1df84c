import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pix } from './messages.ts'
import { returnableMinor, RETURNED } from './money-of-pix.ts'
import { isPlanned, keepParts, keptPartsOf, planParts, renewParts } from './refund-parts.ts'

const REFUND = 're_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const sum = (parts: readonly { amountMinor: number }[]) =>
  parts.reduce((total, { amountMinor }) => total + amountMinor, 0)

const pix = fc
  .array(fc.record({ valor: fc.nat(1000), gone: fc.nat(1000) }), { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.map(({ valor, gone }, index): Pix => {
      const returned = { id: 'other', valor: Math.min(gone, valor), status: RETURNED }
      return {
        endToEndId: `E${index}`,
        txid: undefined,
        valor,
        horario: undefined,
        paidAt: undefined,
        devolucoes: [{ ...returned, rtrId: undefined, natureza: undefined, horario: undefined }],
      }
    }),
  )
const share = fc.integer({ min: 1, max: 100 })

/** The Pix after the bank has made these parts. */
function afterMaking(
  all: readonly Pix[],
  parts: readonly { endToEndId: string; id: string; amountMinor: number }[],
) {
  return all.map((one): Pix => {
    const made = parts.filter(({ endToEndId }) => endToEndId === one.endToEndId)
    const returns = made.map(({ id, amountMinor: valor }) => ({
      id,
      valor,
      status: RETURNED,
      rtrId: undefined,
      natureza: undefined,
      horario: undefined,
    }))
    return { ...one, devolucoes: [...one.devolucoes, ...returns] }
  })
}

describe('R-55: the parts of a refund', () => {
  it('R-55: are its amount, and no Pix gives more than it has', () => {
    fc.assert(
      fc.property(pix, fc.integer({ min: 1, max: 6000 }), (all, amountMinor) => {
        const room = all.reduce((total, one) => total + returnableMinor(one), 0)
        const parts = planParts(all, { refundId: REFUND, amountMinor })
        expect(parts === undefined).toBe(amountMinor > room)
        if (parts === undefined) return
        expect(sum(parts)).toBe(amountMinor)
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length)
        const after = afterMaking(all, parts)
        expect(after.map(returnableMinor).filter((left) => left < 0)).toEqual([])
      }),
    )
  })

  it('R-55: are the same when some of them have been made', () => {
    fc.assert(
      fc.property(pix, share, fc.nat(5), (all, percent, count) => {
        const room = all.reduce((total, one) => total + returnableMinor(one), 0)
        const amountMinor = Math.ceil((room * percent) / 100)
        const parts = planParts(all, { refundId: REFUND, amountMinor }) ?? []
        const seen = afterMaking(all, parts.slice(0, count))
        expect(planParts(seen, { refundId: REFUND, amountMinor })).toEqual(parts)
        expect(isPlanned(parts, seen, REFUND)).toBe(true)
      }),
    )
  })

  it('R-55: are kept as they are', () => {
    const parts = [{ endToEndId: 'E 1"', id: 're1', amountMinor: 5 }]
    expect(keptPartsOf(keepParts(parts))).toEqual(parts)
    for (const broken of [
      {},
      { parts: 7 },
      { parts: '[[1]]' },
      { parts: '{' },
      { parts: '[["E","r",-1]]' },
    ])
      expect(keptPartsOf(broken)).toBeUndefined()
  })

  it('R-55: have new ids where they were not made, and the others stay', () => {
    const parts = planParts(
      [1, 2].map((number): Pix => ({
        endToEndId: `E${number}`,
        txid: undefined,
        valor: 100,
        horario: undefined,
        paidAt: undefined,
        devolucoes: [],
      })),
      { refundId: REFUND, amountMinor: 150 },
    )
    const again = renewParts(parts ?? [], ({ endToEndId }) => endToEndId === 'E1', REFUND)
    expect(again.map(({ id }) => id.slice(-2))).toEqual(['p3', 'p2'])
  })
})
