const DIGITS_MAX = 15

/** Parses a whole number; `undefined` for anything else. */
export function readWhole(text: string): number | undefined {
  return readDecimal(text, 0)
}

/** Parses a decimal with a point or a comma, in units of its last place: "45,9" with exponent 2 is 4590. */
export function readDecimal(text: string, exponent: number): number | undefined {
  const [, sign = '', whole = '', decimals = ''] =
    /^(-?)(\d+)(?:[.,](\d*))?$/.exec(withoutGroups(text.trim())) ?? []
  const digits = whole + decimals.padEnd(exponent, '0')
  if (whole === '' || decimals.length > exponent || digits.length > DIGITS_MAX) return undefined
  const value = Number(digits)
  return sign === '' || value === 0 ? value : -value
}

/** Removes the grouping of "1.234,50", "1,234.50" and "1 234.50". */
function withoutGroups(text: string): string {
  const bare = text.replaceAll(/\s/g, '')
  if (/^-?\d{1,3}(\.\d{3})+,\d*$/.test(bare)) return bare.replaceAll('.', '')
  if (/^-?\d{1,3}(,\d{3})+\.\d*$/.test(bare)) return bare.replaceAll(',', '')
  return bare
}

/** Formats units of the last place: 4590 with exponent 2 is "45.90". Anything but a whole number stays unchanged. */
export function writeDecimal(value: number, exponent: number): string {
  if (!Number.isSafeInteger(value) || exponent === 0) return String(value)
  const digits = String(Math.abs(value)).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  return `${value < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}
