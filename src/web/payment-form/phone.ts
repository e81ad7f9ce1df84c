const BRAZIL = '+55'
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/
/** Area code and eight digits, or nine that begin with 9. */
const BRAZILIAN = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/

/** The number as in +5511998765432; undefined when it is none. Without a + it is read as a Brazilian one. */
export function toPhoneNumber(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  if (text.trim().startsWith('+')) {
    return INTERNATIONAL.test(`+${digits}`) ? `+${digits}` : undefined
  }
  const national = digits.replace(/^0/, '')
  return BRAZILIAN.test(national) ? BRAZIL + national : undefined
}

/** Sets a Brazilian number as it is written there, as far as it goes: "(11) 99876-5432". Others stay as they are. */
export function formatPhone(text: string): string {
  if (text.trim().startsWith('+')) return text
  const digits = text.replaceAll(/\D/g, '').slice(0, 11)
  if (digits.length <= 2) return digits
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const head = rest.length > 8 ? 5 : 4
  return `(${area}) ${rest.slice(0, head)}${rest.length > head ? `-${rest.slice(head)}` : ''}`
}
