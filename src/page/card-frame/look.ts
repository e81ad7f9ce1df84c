/**
 * Applies the merchant's brand from the fragment of the frame's URL. Runs in the head, before the first paint. Anything
 * but well-formed colours and a radius is ignored.
 */
const COLOUR = /^#[0-9a-f]{6}$/i
const RADIUS = /^(?:1?\d|2[0-4])$/

const parameters = new URLSearchParams(location.hash.slice(1))
const root = document.documentElement
const radius = parameters.get('radius') ?? ''
const [light, dark] = [parameters.get('accent') ?? '', parameters.get('accentDark') ?? '']

if (RADIUS.test(radius)) root.style.setProperty('--radius', `${radius}px`)
if (COLOUR.test(light) && COLOUR.test(dark)) {
  root.style.setProperty('--accent-light', light)
  root.style.setProperty('--accent-dark', dark)
  root.classList.add('branded')
}
