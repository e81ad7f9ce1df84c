import { describe, expect, it } from 'vitest'
import { readView, THEMES, WIDTHS, withView } from './view.ts'

describe('the view of an address', () => {
  it('defaults to the open page on a phone in both themes', () => {
    expect(readView(new URLSearchParams())).toEqual({
      state: 'open',
      scope: 'one',
      width: '360',
      theme: 'both',
      locale: null,
    })
  })

  it('round-trips, beside other parameters', () => {
    for (const width of WIDTHS)
      for (const theme of THEMES)
        for (const locale of [null, 'pt-BR']) {
          const view = { state: 'pix', scope: 'every', width, theme, locale } as const
          const search = withView(new URLSearchParams('c=abc&state=paid'), view)
          expect(readView(search)).toEqual(view)
          expect(search.get('c')).toBe('abc')
        }
  })

  it('omits defaults', () => {
    const search = new URLSearchParams('c=abc&state=pix&width=768&locale=ar')
    expect(String(withView(search, { state: 'open', width: '360', locale: null }))).toBe('c=abc')
  })

  it('ignores unknown widths and themes', () => {
    const search = new URLSearchParams('width=1&theme=sepia&scope=none')
    expect(readView(search)).toMatchObject({ width: '360', theme: 'both', scope: 'one' })
  })
})
