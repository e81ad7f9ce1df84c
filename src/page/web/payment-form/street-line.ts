/** A street and its number, or "s/n" (sem número). */
const WITH_NUMBER = /^([^,]+), *(\d.*|s\/n)$/i

/** A line of an address. Only Brazil's form has a field of its own for the number. */
export function joinStreet(street = '', number = ''): string {
  return number.trim() ? `${street}, ${number}` : street
}

/** The fields of a line. */
export function splitStreet(line: string, country: string) {
  const [, street = line, number = ''] = (country === 'BR' && WITH_NUMBER.exec(line)) || []
  return { 'address-line1': street, 'street-number': number }
}
