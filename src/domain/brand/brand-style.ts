import { type Colour, contrast, formatColour, isGrey, parseColour, withContrast } from './colour.ts'

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
const RADIUS_PX_MAX = 24
/** WCAG 2.2, 1.4.3 (text). Also used for thin lines, for which 1.4.11 requires less. */
const TEXT_CONTRAST_MIN = 4.5

/** The backgrounds of each colour scheme (styles/tokens.css), and the colour towards which the brand is adjusted. */
interface Scheme {
  grounds: readonly Colour[]
  towards: Colour
  inks: readonly Colour[]
  fillContrastMin: number
  /** Replaces a grey brand with less contrast than `contrastMin`: as a button, it would look disabled. */
  neutral: { colour: Colour; contrastMin: number }
}

const LIGHT: Scheme = {
  grounds: [WHITE, [245, 246, 248]],
  towards: BLACK,
  inks: [WHITE, [11, 16, 32], BLACK],
  // The button's text carries its meaning, so a bright surface needs little contrast with the background.
  fillContrastMin: 1.3,
  neutral: { colour: [20, 23, 31], contrastMin: 7 },
}
const DARK: Scheme = {
  grounds: [
    [20, 23, 29],
    [13, 15, 20],
  ],
  towards: WHITE,
  inks: [[11, 16, 32], BLACK, WHITE],
  // In the dark scheme the button is lighter than the background.
  fillContrastMin: 7,
  neutral: { colour: [236, 238, 242], contrastMin: 13 },
}

export interface BrandColours {
  /** The button's background. */
  brand: Colour
  /** The button's text. */
  ink: Colour
  /** The brand as text and as a thin line. */
  accent: Colour
  /** The background of the merchant's initial, and the colour of the initial; null: the button's colours. */
  tile: { ground: Colour; ink: Colour } | null
}

/**
 * The merchant's colour, moved towards black or white just enough to reach the required contrasts. A grey too close to
 * the background is inverted instead, and stays as it is on the tile.
 */
export function brandColours(colour: Colour, scheme: 'light' | 'dark'): BrandColours {
  const { grounds, towards, neutral, inks, fillContrastMin } = scheme === 'light' ? LIGHT : DARK
  const isInverted =
    isGrey(colour) && grounds.some((ground) => contrast(colour, ground) < neutral.contrastMin)
  const brand = isInverted
    ? neutral.colour
    : withContrast(colour, towards, grounds, fillContrastMin)
  return {
    brand,
    ink: inkOn(brand, inks),
    accent: withContrast(brand, towards, grounds, TEXT_CONTRAST_MIN),
    tile: isInverted ? { ground: colour, ink: inkOn(colour, inks) } : null,
  }
}

function inkOn(ground: Colour, inks: readonly Colour[]): Colour {
  return inks.find((ink) => contrast(ink, ground) >= TEXT_CONTRAST_MIN) ?? BLACK
}

export interface BrandContrasts {
  /** Button text against the button. */
  button: number
  /** Links and lines against the least favourable background. */
  text: number
}

/** The WCAG contrasts that a merchant's colour reaches after adjustment. */
export function brandContrasts(colour: Colour, scheme: 'light' | 'dark'): BrandContrasts {
  const { grounds } = scheme === 'light' ? LIGHT : DARK
  const { brand, ink, accent } = brandColours(colour, scheme)
  return {
    button: contrast(ink, brand),
    text: Math.min(...grounds.map((ground) => contrast(accent, ground))),
  }
}

/** A style sheet with the merchant's brand; empty without one. */
export function brandStyle(brandColor: string | null, radiusPx: number | null): string {
  const colour = brandColor === null ? undefined : parseColour(brandColor)
  const light = colour === undefined ? '' : declarations(brandColours(colour, 'light'))
  const dark = colour === undefined ? '' : declarations(brandColours(colour, 'dark'))
  const radius = radiusOf(radiusPx)
  const all = light + (radius === undefined ? '' : `--radius:${radius}px`)
  if (all === '') return ''
  return `:root{${all}}` + (dark && `@media (prefers-color-scheme:dark){:root{${dark}}}`)
}

/** The merchant's corner radius in pixels; undefined when unset or out of range. */
export function radiusOf(radiusPx: number | null): number | undefined {
  const isRadius = Number.isInteger(radiusPx) && radiusPx !== null && radiusPx >= 0
  return isRadius ? Math.min(radiusPx, RADIUS_PX_MAX) : undefined
}

function declarations({ brand, ink, accent, tile }: BrandColours): string {
  const ofTile =
    tile === null ? '' : `--logo:${formatColour(tile.ground)};--logo-ink:${formatColour(tile.ink)};`
  return `--brand:${formatColour(brand)};--brand-ink:${formatColour(ink)};--accent:${formatColour(accent)};${ofTile}`
}
