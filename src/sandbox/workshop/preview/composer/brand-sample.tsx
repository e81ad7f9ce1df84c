import { brandColours, brandContrasts } from '#domain/brand/brand-style.ts'
import { type Colour, formatColour } from '#domain/brand/colour.ts'

const SCHEMES = [
  ['light', 'On light'],
  ['dark', 'In the dark'],
] as const
const RADIUS_DEFAULT = 10

/** The colors that the page derives from a merchant's color, with their contrast. */
export function BrandSample({
  colour,
  radiusPx,
}: {
  colour: Colour
  radiusPx: number | undefined
}) {
  return (
    <ul className="brand-sample">
      {SCHEMES.map(([scheme, title]) => {
        const { brand, ink } = brandColours(colour, scheme)
        const { button, text } = brandContrasts(colour, scheme)
        const fill = formatColour(brand)
        const isMoved = fill !== formatColour(colour)
        return (
          <li key={scheme}>
            <span
              aria-hidden="true"
              style={{
                background: fill,
                color: formatColour(ink),
                borderRadius: radiusPx ?? RADIUS_DEFAULT,
              }}
            >
              Pay
            </span>
            <p>
              {title}: words on the button {ratio(button)}, links {ratio(text)}.
              {isMoved && ` The page moves it to ${fill}, to be readable.`}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Rounded down, so that it never shows a contrast that is not reached. */
function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`
}
