/**
 * The merchant's look, which the page gives in the fragment of the frame's address. Runs in the head, before anything is
 * painted. Whatever is no colour and no length counts as not given, and nothing else is read from the address.
 */
const COLOUR = /^#[0-9a-f]{6}$/i
const RADIUS = /^(?:1?\d|2[0-4])$/

const wished = new URLSearchParams(location.hash.slice(1))
const root = document.documentElement
const radius = wished.get('radius') ?? ''
const [light, dark] = [wished.get('accent') ?? '', wished.get('accentDark') ?? '']

if (RADIUS.test(radius)) root.style.setProperty('--radius', `${radius}px`)
if (COLOUR.test(light) && COLOUR.test(dark)) {
  root.style.setProperty('--accent-light', light)
  root.style.setProperty('--accent-dark', dark)
  root.classList.add('branded')
}
