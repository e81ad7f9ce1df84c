/**
 * The merchant's look, which the page gives in the fragment of the frame's address. Runs in the head, before anything is
 * painted; a value that is no colour and no length is left out, and nothing else is read from the address.
 */
const COLOUR = /^#[0-9a-f]{6}$/i
const RADIUS = /^(?:1?\d|2[0-4])$/

const wished = new URLSearchParams(location.hash.slice(1))
const { style } = document.documentElement
set('--accent-light', wished.get('accent'), COLOUR)
set('--accent-dark', wished.get('accentDark'), COLOUR)
set('--radius', wished.get('radius'), RADIUS, 'px')

function set(property: string, value: string | null, form: RegExp, unit = ''): void {
  if (value !== null && form.test(value)) style.setProperty(property, value + unit)
}
