/** The first letter or digit of a name in capitals, as a stand-in for a picture. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase()
}
