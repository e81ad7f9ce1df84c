import { latinOf } from './transliterate.ts'

/** The characters that Windows-1252 has beyond Latin-1. */
const EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** Marks, joiners and other signs that are not seen. */
const UNSEEN = /^[\p{M}\p{C}]$/u

/**
 * A text in the characters that a PDF's standard fonts have: letters of other alphabets become Latin ones, other letters lose
 * their marks, and what remains is shown as `?`, so that nothing is missing unseen.
 */
export function winAnsi(text: string): string {
  return shown(text.normalize('NFC')).replaceAll(/\s+/g, ' ').trim()
}

function shown(text: string): string {
  return Array.from(text, (sign) => (hasGlyph(sign) ? sign : plain(sign))).join('')
}

function plain(sign: string): string {
  if (/\s/u.test(sign)) return ' '
  if (/\p{Pd}/u.test(sign)) return '-'
  if (UNSEEN.test(sign)) return ''
  // A form of another sign, such as one of half its width.
  const common = sign.normalize('NFKC')
  if (common !== sign) return shown(common)
  const base = Array.from(sign.normalize('NFKD')).filter(hasGlyph).join('')
  return latinOf(sign) ?? (base === '' ? '?' : base)
}

function hasGlyph(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRAS.includes(character)
  )
}
