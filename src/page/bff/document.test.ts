import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inlineJson } from './document.ts'

describe('inlineJson', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(JSON.parse(inlineJson(data))).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })

  it.each(['</script>', '<!--', ']]>', '&lt;', '\u2028', '\u2029', '<script>'])(
    'escapes %j for HTML parsers and old script parsers',
    (text) => {
      expect(inlineJson({ text })).toMatch(/^[^<>&\u2028\u2029]*$/)
    },
  )
})
