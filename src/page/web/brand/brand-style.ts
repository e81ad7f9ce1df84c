import { type Colour, contrast, formatColour, parseColour, withContrast } from './colour.ts'

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
const RADIUS_PX_MAX = 24
/** WCAG 2.2, 1.4.3. It also holds for thin lines, of which 1.4.11 asks less. */
const TEXT_CONTRAST_MIN = 4.5

/** What the brand stands on in each scheme, as in styles/tokens.css, and where it may go to be seen there. */
interface Scheme {
  grounds: readonly Colour[]
  towards: Colour
  inks: readonly Colour[]
  fillContrastMin: number
}

const LIGHT: Scheme = {
  grounds: [WHITE, [245, 246, 248]],
  towards: BLACK,
  inks: [WHITE, [11, 16, 32], BLACK],
  // The button is known by its text; its surface has to be seen, and may stay as yellow as the merchant is.
  fillContrastMin: 1.3,
}
const DARK: Scheme = {
  grounds: [
    [20, 23, 29],
    [13, 15, 20],
  ],
  towards: WHITE,
  inks: [[11, 16, 32], BLACK, WHITE],
  // In the dark a surface that invites a press is bright.
  fillContrastMin: 7,
}

export interface BrandColours {
  /** Fills the button. */
  brand: Colour
  /** Stands on it. */
  ink: Colour
  /** The brand as text and as a thin line. */
  accent: Colour
}

/** The merchant's colour made readable: moved as little as the contrasts ask, towards black or white. */
export function brandColours(colour: Colour, scheme: 'light' | 'dark'): BrandColours {
  const { grounds, towards, inks, fillContrastMin } = scheme === 'light' ? LIGHT : DARK
  const brand = withContrast(colour, towards, grounds, fillContrastMin)
  const ink = inks.find((ink) => contrast(ink, brand) >= TEXT_CONTRAST_MIN) ?? BLACK
  return { brand, ink, accent: withContrast(brand, towards, grounds, TEXT_CONTRAST_MIN) }
}

export interface BrandContrasts {
  /** Of the words on the button with its surface. */
  button: number
  /** Of links and lines with what they stand on, where it is least. */
  text: number
}

/** How readable a merchant's colour is in the end. */
export function brandContrasts(colour: Colour, scheme: 'light' | 'dark'): BrandContrasts {
  const { grounds } = scheme === 'light' ? LIGHT : DARK
  const { brand, ink, accent } = brandColours(colour, scheme)
  return {
    button: contrast(ink, brand),
    text: Math.min(...grounds.map((ground) => contrast(accent, ground))),
  }
}

/** The merchant's look as a style sheet of its own; empty when the page's own look stays. */
export function brandStyle(brandColor: string | null, radiusPx: number | null): string {
  const colour = brandColor === null ? undefined : parseColour(brandColor)
  const light = colour === undefined ? '' : declarations(brandColours(colour, 'light'))
  const dark = colour === undefined ? '' : declarations(brandColours(colour, 'dark'))
  const radius = radiusOf(radiusPx)
  const all = light + (radius === undefined ? '' : `--radius:${radius}px`)
  if (all === '') return ''
  return `:root{${all}}` + (dark && `@media (prefers-color-scheme:dark){:root{${dark}}}`)
}

/** The merchant's radius in pixels, as far as it is one; undefined when the page's own stays. */
export function radiusOf(radiusPx: number | null): number | undefined {
  const isRadius = Number.isInteger(radiusPx) && radiusPx !== null && radiusPx >= 0
  return isRadius ? Math.min(radiusPx, RADIUS_PX_MAX) : undefined
}

function declarations({ brand, ink, accent }: BrandColours): string {
  return `--brand:${formatColour(brand)};--brand-ink:${formatColour(ink)};--accent:${formatColour(accent)};`
}
