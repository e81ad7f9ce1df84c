import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inlineJson } from './document.ts'

describe('inlineJson', () => {
  it('reads back as what it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(JSON.parse(inlineJson(data))).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })

  it.each(['</script>', '<!--', ']]>', '&lt;', '\u2028', '\u2029', '<script>'])(
    'holds nothing of %j that an HTML parser or an old script parser would see',
    (text) => {
      expect(inlineJson({ text })).toMatch(/^[^<>&\u2028\u2029]*$/)
    },
  )
})
