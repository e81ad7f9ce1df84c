import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDeliveryPermits, PERMITS_PER_MERCHANT } from './permits.ts'

const PERMITS = { permits: 50, extraPermits: 30 }
const Step = fc.record({
  merchantId: fc.constantFrom('a', 'b', 'c'),
  isDoubtful: fc.boolean(),
  begins: fc.boolean(),
})

it('permits are what a count of the deliveries under way says', () => {
  fc.assert(
    fc.property(fc.array(Step, { maxLength: 200 }), (steps) => {
      const permits = createDeliveryPermits(PERMITS)
      const underWay: { merchantId: string; isDoubtful: boolean }[] = []
      for (const { merchantId, isDoubtful, begins } of steps) {
        if (begins) {
          permits.acquire(merchantId, isDoubtful)
          underWay.push({ merchantId, isDoubtful })
        } else {
          const index = underWay.findIndex((one) => one.merchantId === merchantId)
          const [ended] = index < 0 ? [] : underWay.splice(index, 1)
          if (ended !== undefined) permits.release(merchantId, ended.isDoubtful)
        }
        const counts = ['a', 'b', 'c'].map(
          (id) => underWay.filter((one) => one.merchantId === id).length,
        )
        const extras = counts.reduce((sum, n) => sum + Math.max(0, n - PERMITS_PER_MERCHANT), 0)
        expect(['a', 'b', 'c'].map((id) => permits.countOf(id))).toEqual(counts)
        expect(permits.freeExtras()).toBe(30 - extras)
        expect(permits.free()).toBe(50 - (underWay.length - extras))
        expect(permits.freeDoubtful()).toBe(25 - underWay.filter((one) => one.isDoubtful).length)
      }
    }),
  )
})
