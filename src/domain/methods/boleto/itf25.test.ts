import bwipjs from 'bwip-js/node'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itfBars } from './itf25.ts'

const digits = fc
  .array(fc.stringMatching(/^\d\d$/), { minLength: 1, maxLength: 30 })
  .map((pairs) => pairs.join(''))

/** The bars of bwip-js: wide elements are two modules wide, and the last space belongs to the quiet zone. */
function widthsOfBwip(text: string): number[] {
  // oxlint-disable-next-line import/no-named-as-default-member -- the named export encodes a code called "raw"
  const [symbol] = bwipjs.raw({ bcid: 'interleaved2of5', text })
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('not a linear symbol')
  return symbol.sbs.slice(0, -1).map((width) => (width === 2 ? 3 : width))
}

describe('itfBars', () => {
  it('equals bwip-js, bar for bar', () => {
    fc.assert(
      fc.property(digits, (digits) => {
        expect(itfBars(digits).map((bar) => bar.width)).toEqual(widthsOfBwip(digits))
      }),
    )
  })

  it('begins and ends with a bar, bars and spaces in turn', () => {
    fc.assert(
      fc.property(digits, (digits) => {
        const bars = itfBars(digits)
        expect(bars.every((bar, index) => bar.black === (index % 2 === 0))).toBe(true)
        expect(bars).toHaveLength(4 + digits.length * 5 + 3)
      }),
    )
  })

  it('draws a boleto in 405 modules: at 0.254 mm a module, the 103 mm that FEBRABAN asks for', () => {
    const modules = itfBars('0'.repeat(44)).reduce((sum, bar) => sum + bar.width, 0)
    expect(modules).toBe(405)
    expect(Math.round(modules * 0.254)).toBe(103)
  })

  it.each(['', '1', '123', '1a', ' 12', '12\n', '١٢'])('refuses %j', (text) => {
    expect(() => itfBars(text)).toThrow(RangeError)
  })
})
