import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandColours, brandContrasts, brandStyle } from './brand-style.ts'
import { type Colour, contrast, formatColour, parseColour } from './colour.ts'

const part = fc.integer({ min: 0, max: 255 })
const anyColour: fc.Arbitrary<Colour> = fc.tuple(part, part, part)
const GROUNDS = {
  light: ['#ffffff', '#f5f6f8'],
  dark: ['#14171d', '#0d0f14'],
} as const

describe('contrast', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast([27, 77, 255], [27, 77, 255])).toBe(1)
  })
})

describe('brandColours', () => {
  it.each(['light', 'dark'] as const)(
    'reach the required contrast for every merchant colour (%s scheme)',
    (scheme) => {
      fc.assert(
        fc.property(anyColour, (colour) => {
          const { brand, ink, accent } = brandColours(colour, scheme)
          expect(contrast(ink, brand)).toBeGreaterThanOrEqual(4.5)
          for (const ground of GROUNDS[scheme].map((text) => parseColour(text) ?? colour)) {
            expect(contrast(brand, ground)).toBeGreaterThanOrEqual(1.3)
            expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
          }
        }),
        { numRuns: 2_000 },
      )
    },
  )

  it('keep a bright surface, and darken the colour for text', () => {
    const { brand, ink, accent } = brandColours([255, 212, 0], 'light')
    expect([brand, formatColour(ink)]).toEqual([[255, 212, 0], '#0b1020'])
    expect(contrast(accent, [255, 255, 255])).toBeGreaterThan(4.5)
  })

  it('keep a colour with enough contrast', () => {
    expect(brandColours([27, 77, 255], 'light')).toEqual({
      brand: [27, 77, 255],
      ink: [255, 255, 255],
      accent: [27, 77, 255],
      tile: null,
    })
  })

  it.each([
    ['black', '#101014', 'dark', '#eceef2', '#0b1020'],
    ['grey', '#808080', 'dark', '#eceef2', '#0b1020'],
    ['almost white', '#f4f4f0', 'light', '#14171f', '#ffffff'],
    ['grey', '#9a9a9e', 'light', '#14171f', '#ffffff'],
  ] as const)(
    'invert %s, which would make a dead button, and keep it on the tile (%s, %s scheme)',
    (_name, merchants, scheme, button, text) => {
      const colour = parseColour(merchants) ?? [0, 0, 0]
      const { brand, ink, tile } = brandColours(colour, scheme)
      expect([formatColour(brand), formatColour(ink)]).toEqual([button, text])
      expect(tile?.ground).toEqual(colour)
      expect(contrast(tile?.ink ?? colour, colour)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each([
    ['black', '#101014', 'light'],
    ['almost white', '#f4f4f0', 'dark'],
    ['pale yellow', '#fff3b0', 'light'],
  ] as const)('keep %s where it stands out (%s, %s scheme)', (_name, merchants, scheme) => {
    const { tile } = brandColours(parseColour(merchants) ?? [0, 0, 0], scheme)
    expect(tile).toBeNull()
  })

  it('use the backgrounds of tokens.css', () => {
    const tokens = readFileSync(
      new URL('../../page/web/styles/tokens.css', import.meta.url),
      'utf8',
    )
    const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark')
    for (const ground of GROUNDS.light) expect(light).toContain(`: ${ground};`)
    for (const ground of GROUNDS.dark) expect(dark).toContain(`: ${ground};`)
  })
})

describe('brandContrasts', () => {
  it('are the lowest contrasts of the colours in use', () => {
    const light = brandContrasts([27, 77, 255], 'light')
    expect(light.button).toBe(contrast([255, 255, 255], [27, 77, 255]))
    expect(light.text).toBe(contrast([27, 77, 255], [245, 246, 248]))
  })

  it.each(['light', 'dark'] as const)('are never below the minimum (%s scheme)', (scheme) => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const { button, text } = brandContrasts(colour, scheme)
        expect(Math.min(button, text)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe('brandStyle', () => {
  it('is empty without a brand', () => {
    expect(brandStyle(null, null)).toBe('')
  })

  it('sets colours for light and dark, and the radius', () => {
    expect(brandStyle('#1b4dff', 4)).toMatch(
      /^:root\{--brand:#1b4dff;--brand-ink:#ffffff;--accent:#1b4dff;--radius:4px\}@media \(prefers-color-scheme:dark\)\{:root\{--brand:#[0-9a-f]{6};.*\}\}$/,
    )
  })

  it('sets the tile of a brand that is inverted', () => {
    expect(brandStyle('#000000', null)).toMatch(
      /^:root\{(?!.*--logo.*@media).*@media .*--brand:#eceef2;.*--logo:#000000;--logo-ink:#ffffff;\}\}$/,
    )
  })

  it('contains only colours and a length', () => {
    const css =
      /^$|^:root\{[-a-z#0-9:;]+\}(@media \(prefers-color-scheme:dark\)\{:root\{[-a-z#0-9:;]+\}\})?$/
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), anyColour.map(formatColour)),
        fc.oneof(fc.integer(), fc.double(), fc.constant(null)),
        (colour, radius) => {
          expect(brandStyle(colour, radius)).toMatch(css)
        },
      ),
    )
  })
})
