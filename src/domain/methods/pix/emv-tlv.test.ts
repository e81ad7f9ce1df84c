import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emvField, readEmvFields } from './emv-tlv.ts'

const id = fc.stringMatching(/^\d\d$/)
const value = fc.stringMatching(/^[ -~]{1,99}$/)

describe('EMV fields', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(id, value), { selector: ([id]) => id }), (fields) => {
        const text = fields.map(([id, value]) => emvField(id, value)).join('')
        expect([...(readEmvFields(text) ?? [])]).toEqual(fields)
      }),
    )
  })

  it.each(['', 'é', 'line\nbreak', 'x'.repeat(100)])('cannot hold %j', (value) => {
    expect(() => emvField('00', value)).toThrow(RangeError)
  })

  it.each(['0', '000', '0001', '0002a', '0000', 'xx01a', '0001a00', '0001a0001b'])(
    'are not read from %j',
    (text) => {
      expect(readEmvFields(text)).toBeUndefined()
    },
  )

  it('may be empty', () => {
    expect(readEmvFields('')?.size).toBe(0)
  })
})
