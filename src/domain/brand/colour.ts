/** Red, green and blue, 0 to 255, in sRGB. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Reads `#rrggbb`; undefined for anything else. */
export function parseColour(text: string): Colour | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]
}

export function formatColour(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const GREY_SPREAD_MAX = 24

/** Whether a colour has no hue to recognise it by: black, white, and greys with a faint tint. */
export function isGrey(colour: Colour): boolean {
  return Math.max(...colour) - Math.min(...colour) <= GREY_SPREAD_MAX
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The first colour from `colour` to `towards` that has the contrast on all `grounds`. */
export function withContrast(
  colour: Colour,
  towards: Colour,
  grounds: readonly Colour[],
  contrastMin: number,
): Colour {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(colour, towards, percent / 100)
    if (grounds.every((ground) => contrast(mixed, ground) >= contrastMin)) return mixed
  }
  return towards
}

function mix(colour: Colour, towards: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) =>
    Math.round(colour[index] + (towards[index] - colour[index]) * share)
  return [part(0), part(1), part(2)]
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
