import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { paymentIdOf, refundIdOf, returnIdOf, txidOf } from './ids.ts'

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })

describe('the ids of API Pix', () => {
  it('are reversible, and of the forms that the standard wants', () => {
    fc.assert(
      fc.property(bytes, time, (random, now) => {
        const payment = newId('pay', now, () => random)
        const refund = newId('re', now, () => random)
        expect(txidOf(payment)).toMatch(/^[a-zA-Z0-9]{26,35}$/)
        expect(paymentIdOf(txidOf(payment))).toBe(payment)
        expect(returnIdOf(refund)).toMatch(/^[a-zA-Z0-9]{1,35}$/)
        expect(refundIdOf(returnIdOf(refund))).toBe(refund)
      }),
    )
  })

  it.each([undefined, '', '7978c0c97ea847e78e8849634473c1f1', 'HCPAY0', `HCPAY${'0'.repeat(23)}`])(
    'know that the txid %s is of another system',
    (txid) => {
      expect(paymentIdOf(txid)).toBeUndefined()
    },
  )

  it.each(['123ABC', '', `re${'0'.repeat(23)}`, `xx${'0'.repeat(22)}`])(
    'know that the return %s is not ours',
    (id) => {
      expect(refundIdOf(id)).toBeUndefined()
    },
  )
})
