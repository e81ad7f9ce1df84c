/** The text with each decimal digit of Unicode, such as "٤" or "４", written as 0 to 9: shoppers type those of their script. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = Number(digit.codePointAt(0))
    let before = 0
    // In Unicode the digits of a script stand in a row, from 0 to 9.
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
    return String(before % 10)
  })
}

/** Only the digits of a text, as 0 to 9. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replaceAll(/\D/g, '')
}
