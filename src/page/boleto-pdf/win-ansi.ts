/** The characters that Windows-1252 has beyond Latin-1. */
const EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** Letters that have no decomposition. */
const PLAIN: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }

/** A text in the characters that a PDF's standard fonts have: other characters lose their marks, or are left out. */
export function winAnsi(text: string): string {
  const characters = Array.from(text.normalize('NFC'), (character) =>
    hasGlyph(character) ? character : decomposed(character),
  )
  return characters.join('').replaceAll(/\s+/g, ' ').trim()
}

function decomposed(character: string): string {
  if (/\s/u.test(character)) return ' '
  if (/\p{Pd}/u.test(character)) return '-'
  return Array.from(PLAIN[character] ?? character.normalize('NFKD'))
    .filter(hasGlyph)
    .join('')
}

function hasGlyph(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRAS.includes(character)
  )
}
