import type { PageCheckout } from '#contract/page.ts'
import { cardFramePath } from '#domain/methods/card/frame-path.ts'
import { brandColours, radiusOf } from '#domain/brand/brand-style.ts'
import { formatColour, parseColour } from '#domain/brand/colour.ts'

/** The URL of the card frame, with the brand in the fragment, which is not sent to the server. */
export function cardFrameUrl(
  fieldsUrl: string,
  path: { reference: string; locale: string },
  { brandColor, radiusPx }: PageCheckout['merchant'],
): string {
  const look = new URLSearchParams()
  const colour = brandColor === null ? undefined : parseColour(brandColor)
  if (colour !== undefined) {
    look.set('accent', formatColour(brandColours(colour, 'light').accent))
    look.set('accentDark', formatColour(brandColours(colour, 'dark').accent))
  }
  const radius = radiusOf(radiusPx)
  if (radius !== undefined) look.set('radius', String(radius))
  const url = new URL(cardFramePath(path.reference) + path.locale, fieldsUrl)
  url.hash = look.toString()
  return url.href
}
