import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from './base64.ts'

describe('base64', () => {
  it("agrees with Node's, both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
        expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(bytes)
      }),
    )
  })

  it('knows one spelling of any bytes', () => {
    fc.assert(
      fc.property(
        fc.base64String(),
        fc.nat(),
        fc.stringMatching(/^[\w+/= -]$/),
        (text, at, extra) => {
          const index = at % (text.length + 1)
          const changed = text.slice(0, index) + extra + text.slice(index + 1)
          const bytes = decodeBase64(changed)
          expect(bytes === undefined || encodeBase64(bytes) === changed).toBe(true)
          const urlBytes = decodeBase64Url(changed)
          expect(urlBytes === undefined || encodeBase64Url(urlBytes) === changed).toBe(true)
        },
      ),
    )
  })

  it.each(['A', 'AB', 'AB=', 'AR==', 'AAA', 'AA==\n', 'AA A', '-_==', '====', 'é==='])(
    'decodeBase64 refuses %j',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined()
    },
  )

  it.each(['A', 'AR', 'AA==', 'AA=', '+/', 'AA\n', 'é'])('decodeBase64Url refuses %j', (text) => {
    expect(decodeBase64Url(text)).toBeUndefined()
  })
})
