import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc16Ccitt } from './crc16-ccitt.ts'

describe('crc16Ccitt', () => {
  it.each([
    ['', 'FFFF'],
    ['A', 'B915'],
    ['123456789', '29B1'],
  ])('of %j is the published %s', (text, crc) => {
    expect(crc16Ccitt(text)).toBe(crc)
  })

  it("is 1D3D for the example in the Central Bank's manual", () => {
    const example =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
      '5913Fulano de Tal6008BRASILIA62070503***6304'
    expect(crc16Ccitt(example)).toBe('1D3D')
  })

  it('is zero when the checksum is appended', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]*$/), (text) => {
        const crc = Number.parseInt(crc16Ccitt(text), 16)
        // Two appended bytes below 80 are one UTF-8 byte each; others would be encoded as two.
        fc.pre((crc & 0x8080) === 0)
        expect(crc16Ccitt(text + String.fromCharCode(crc >> 8, crc & 0xff))).toBe('0000')
      }),
    )
  })
})
